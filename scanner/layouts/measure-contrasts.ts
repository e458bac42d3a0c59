import { callRecorder } from '../checks/call-recorder.ts';
import type { ContrastRecorder } from '../checks/in-page/contrast/recorder.ts';
import { takeWindowPicture } from '../interaction/window-picture.ts';
import type { PageClock } from '../page/clock.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { World } from '../page/world.ts';
import { measureContrast, type WindowPictures } from './pixel-contrast.ts';
import { decodePng, type Pixels } from './png.ts';

/** Maximum number of texts, and of windows in which they are measured: three pictures each. */
const TEXTS_MAX = 500;
const WINDOWS_MAX = 20;
const WINDOWS_OF_ASKED_MAX = 4;

/** What was measured of the texts. */
interface MeasuredContrasts {
  /** Their number. */
  texts: number;
  /** False if there are more texts than were measured, or no pictures that can be compared. */
  areAllMeasured: boolean;
}

type Method = Exclude<keyof ContrastRecorder, 'results' | 'unmeasured'>;

/**
 * Measures the contrast of texts in the top document whose colors styles do not show, by pictures of the window with
 * and without text. Frames are not measured. If there are such texts, the page can be scrolled afterwards.
 * @param asked numbers of elements about which axe-core asks because it does not know what is behind their text. They
 *   are measured as long as they need few windows: without a result, axe-core's question stays.
 */
export async function measureContrasts(
  page: OpenPage,
  world: World,
  asked: readonly number[],
  clock: PageClock,
): Promise<MeasuredContrasts> {
  const call = async <M extends Method>(
    method: M,
    ...args: Parameters<ContrastRecorder[M]>
  ): Promise<ReturnType<ContrastRecorder[M]>> => {
    const work = callRecorder(page.session, world, 'contrast', method, args);
    return (await clock.bound('measuring contrasts', work)) as ReturnType<ContrastRecorder[M]>;
  };
  const take = async (): Promise<Pixels | null> => {
    const picture = await takeWindowPicture({ ...page, clock });
    return picture === undefined ? null : decodePng(Buffer.from(picture, 'base64'));
  };
  const texts = await call('find', TEXTS_MAX, asked);
  let windows = 0;
  try {
    while (texts > 0) {
      if (windows >= WINDOWS_OF_ASKED_MAX && (await call('areOnlyAskedLeft'))) break;
      const shownTexts = await call('showNext');
      if (shownTexts === null) break;
      // This text does not fit in the window, or scrolling does not reach it.
      if (shownTexts.length === 0) continue;
      if (windows === WINDOWS_MAX) return { texts, areAllMeasured: false };
      windows += 1;
      await call('paintText');
      const painted = await take();
      await call('hideText');
      const hidden = await take();
      await call(
        'fillText',
        shownTexts.map(({ index }) => index),
      );
      const filled = await take();
      await call('showText');
      const pictures = { painted, hidden, filled };
      if (!areComparable(pictures)) return { texts, areAllMeasured: false };
      for (const text of shownTexts) {
        const measured = measureContrast(text, pictures);
        if (measured !== null) await call('addResult', text.index, measured);
      }
    }
    return { texts, areAllMeasured: !(texts > 0 && (await call('hasMore'))) };
  } finally {
    if (texts > 0) await call('restoreAreas').catch(() => undefined);
  }
}

function areComparable(
  pictures: {
    [Name in keyof WindowPictures]: WindowPictures[Name] | null;
  },
): pictures is WindowPictures {
  const { painted, hidden, filled } = pictures;
  if (painted === null || hidden === null || filled === null) return false;
  return painted.data.length === hidden.data.length && painted.data.length === filled.data.length;
}

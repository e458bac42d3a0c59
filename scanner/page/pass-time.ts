import { readTime } from './in-page/scroll.ts';
import type { OpenPage } from './open-page.ts';
import { callInWorld, type World } from './world.ts';

/** Virtual milliseconds between two frames, and the maximum number of frames of a span. */
const SLICE_MS = 50;
const TIME_TRIES = 8;

/**
 * Lets virtual time pass, by the clock of the page, and draws frames. Chromium sometimes reports the end of a span
 * before it has passed, and pages react to keys and sizes in frames. A page that prevents that waits less.
 */
export async function passTime(
  { session, time }: Pick<OpenPage, 'session' | 'time'>,
  world: World,
  milliseconds: number,
): Promise<void> {
  const begun = await callInWorld(session, world, readTime);
  let left = milliseconds;
  let tries = 0;
  while (left > 0 && tries < TIME_TRIES) {
    // The clock is read only after all slices, because usually the time has passed then.
    for (let rest = left; rest > 0 && tries < TIME_TRIES; rest -= SLICE_MS) {
      await time.advance(Math.min(rest, SLICE_MS));
      await time.frame(world);
      tries += 1;
    }
    left = milliseconds - ((await callInWorld(session, world, readTime)) - begun);
  }
}

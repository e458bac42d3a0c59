import type { Protocol } from 'puppeteer-core';
import type { PageSettings } from '../../core/scans/page-settings.ts';
import type { PageClock } from '../page/clock.ts';
import type { OpenPage } from '../page/open-page.ts';
import { callInWorld, type World } from '../page/world.ts';
import type { Box } from './crop.ts';
import { expectFrame } from './in-page/freeze-animations.ts';
import { pictureLimits } from './limits.ts';

/** Milliseconds between the times of two frames. */
const FRAME_MS = 17;
/** Frames for one picture at most. */
const MAX_FRAMES = 8;
/** Frames after which none before is still on its way. */
const REFRESH_FRAMES = 3;

/**
 * Paints frames of a page whose scripts no longer run and whose time stands still.
 *
 * A frame has a time of its own, later than those before it, or Chromium may answer with the one before it. A frame
 * counts only when the scanner's world was called back for it. What it shows can still be one frame behind in parts,
 * such as a box that was scrolled, so that a picture is taken when two frames in a row are equal.
 * What lies outside the clip is neither painted nor encoded, which makes a picture some ten times cheaper than one of
 * the window.
 *
 * Protocol: https://chromedevtools.github.io/devtools-protocol/tot/HeadlessExperimental/#method-beginFrame
 */
export class Camera {
  readonly #page: OpenPage;
  readonly #clock: PageClock;
  readonly #world: World;
  readonly #settings: Pick<PageSettings, 'viewport' | 'mobile'>;
  /** Milliseconds since the machine came up, by the page's virtual clock. */
  #frameTime: number;

  private constructor(page: OpenPage, clock: PageClock, world: World, settings: PageSettings, now: number) {
    this.#page = page;
    this.#clock = clock;
    this.#world = world;
    this.#settings = settings;
    this.#frameTime = now;
  }

  /**
   * Stops the page for good, its time and its scripts, and makes ready for pictures.
   * @param clock bounds every step
   * @param world the scanner's in the top document
   */
  static async open(page: OpenPage, clock: PageClock, world: World, settings: PageSettings): Promise<Camera> {
    const { session } = page;
    const stepMs = getStepTimeoutMs(page);
    await clock.bound(
      'stopping the page',
      Promise.all([
        session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
        session.send('Emulation.setScriptExecutionDisabled', { value: true }),
        session.send('Performance.enable'),
      ]),
      stepMs,
    );
    const { metrics } = await clock.bound('reading the time', session.send('Performance.getMetrics'), stepMs);
    const seconds = metrics.find(({ name }) => name === 'Timestamp')?.value;
    if (seconds === undefined) throw new Error('the browser does not tell the time');
    return new Camera(page, clock, world, settings, seconds * 1_000);
  }

  /**
   * A picture of a part of the document.
   * @param clip in the document, whole CSS pixels
   * @returns WebP; null when no frame came that shows the present state
   */
  async take(clip: Box, { quality, scale }: { quality: number; scale: number }): Promise<Uint8Array | null> {
    await this.#aim(clip, scale);
    let before: string | undefined;
    for (let frame = 0; frame < MAX_FRAMES; frame += 1) {
      const data = await this.#paint({ format: 'webp', quality });
      if (data !== undefined && data === before) return Buffer.from(data, 'base64');
      before = data;
    }
    return null;
  }

  /** Has all that was done to the page until now painted, so that no later picture shows what was before. */
  async refresh(): Promise<void> {
    // Of whatever part: what is behind is behind everywhere.
    await this.#aim({ x: 0, y: 0, width: 100, height: 100 }, 1);
    let painted = 0;
    for (let frame = 0; frame < MAX_FRAMES; frame += 1) {
      if ((await this.#paint({ format: 'webp', quality: 0 })) !== undefined) painted += 1;
      if (painted === REFRESH_FRAMES) return;
    }
    throw new Error('the browser does not paint');
  }

  /** Has only a part of the document painted. The page's layout stays as it is. */
  async #aim(clip: Box, scale: number): Promise<void> {
    const { session } = this.#page;
    const { viewport, mobile } = this.#settings;
    await this.#bound(
      Promise.all([
        session.send('Emulation.setDeviceMetricsOverride', {
          ...viewport,
          deviceScaleFactor: 1,
          mobile,
          viewport: { ...clip, scale },
        }),
        session.send('Emulation.setVisibleSize', {
          width: Math.ceil(clip.width * scale),
          height: Math.ceil(clip.height * scale),
        }),
        callInWorld(session, this.#world, expectFrame),
      ]),
    );
  }

  /** Paints a frame; undefined when it is one that was begun before. */
  async #paint(screenshot: Protocol.HeadlessExperimental.ScreenshotParams): Promise<string | undefined> {
    const { session, time } = this.#page;
    const data = await this.#bound(
      time.framesOnRequest
        ? this.#begin(screenshot)
        : time.drawWhile(session.send('Page.captureScreenshot', screenshot)).then((shot) => shot.data),
    );
    return (await this.#bound(callInWorld(session, this.#world, expectFrame))) ? data : undefined;
  }

  /** Begins a frame; the picture of it is missing when there is none. */
  async #begin(screenshot: Protocol.HeadlessExperimental.ScreenshotParams): Promise<string | undefined> {
    this.#frameTime += FRAME_MS;
    const { screenshotData } = await this.#page.session.send('HeadlessExperimental.beginFrame', {
      frameTimeTicks: this.#frameTime,
      interval: FRAME_MS,
      screenshot,
    });
    return screenshotData;
  }

  #bound<T>(work: Promise<T>): Promise<T> {
    return this.#clock.bound('taking a picture', work, getStepTimeoutMs(this.#page));
  }
}

/** Milliseconds of one step. */
function getStepTimeoutMs({ clock }: OpenPage): number {
  return clock.whole * pictureLimits.pageShare * pictureLimits.stepShare;
}

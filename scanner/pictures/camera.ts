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
/** Maximum number of frames for one picture. */
const MAX_FRAMES = 8;
/** Number of painted frames after which no earlier frame is still pending. */
const REFRESH_FRAMES = 3;

/**
 * Paints frames of a page whose scripts no longer run and whose time stands still.
 *
 * Each frame needs a later time than the frame before it, or Chromium may return the earlier frame. A frame counts only
 * if the scanner's world received its callback. Parts of it, such as a scrolled box, can still show the previous frame.
 * So a picture is taken when two consecutive frames are equal. Content outside the clip is neither painted nor encoded,
 * which is about ten times faster than a picture of the window.
 *
 * Protocol: https://chromedevtools.github.io/devtools-protocol/tot/HeadlessExperimental/#method-beginFrame
 */
export class Camera {
  readonly #page: OpenPage;
  readonly #clock: PageClock;
  readonly #world: World;
  readonly #settings: Pick<PageSettings, 'viewport' | 'mobile'>;
  /** Milliseconds since the machine started, by the page's virtual clock. */
  #frameTime: number;

  private constructor(page: OpenPage, clock: PageClock, world: World, settings: PageSettings, now: number) {
    this.#page = page;
    this.#clock = clock;
    this.#world = world;
    this.#settings = settings;
    this.#frameTime = now;
  }

  /**
   * Stops the time and the scripts of the page permanently, and prepares for pictures.
   * @param clock limits the time of every step
   * @param world the scanner's world in the top document
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
    if (seconds === undefined) throw new Error('the browser does not report its time');
    return new Camera(page, clock, world, settings, seconds * 1_000);
  }

  /**
   * Takes a picture of a part of the document.
   * @param clip in the document, in whole CSS pixels
   * @returns WebP; null if no frame shows the current state
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

  /** Paints all changes of the page so far, so that no later picture shows an earlier state. */
  async refresh(): Promise<void> {
    // Any part is enough, because pending frames are pending for the whole page.
    await this.#aim({ x: 0, y: 0, width: 100, height: 100 }, 1);
    let painted = 0;
    for (let frame = 0; frame < MAX_FRAMES; frame += 1) {
      if ((await this.#paint({ format: 'webp', quality: 0 })) !== undefined) painted += 1;
      if (painted === REFRESH_FRAMES) return;
    }
    throw new Error('the browser does not paint');
  }

  /** Limits painting to a part of the document. The layout of the page does not change. */
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

  /** Paints a frame. Returns undefined if the frame was begun earlier. */
  async #paint(screenshot: Protocol.HeadlessExperimental.ScreenshotParams): Promise<string | undefined> {
    const { session, time } = this.#page;
    const data = await this.#bound(
      time.framesOnRequest
        ? this.#begin(screenshot)
        : time.drawWhile(session.send('Page.captureScreenshot', screenshot)).then((shot) => shot.data),
    );
    return (await this.#bound(callInWorld(session, this.#world, expectFrame))) ? data : undefined;
  }

  /** Begins a frame. Returns undefined if the browser returns no picture. */
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

/** Returns the time limit of one step in milliseconds. */
function getStepTimeoutMs({ clock }: OpenPage): number {
  return clock.whole * pictureLimits.pageShare * pictureLimits.stepShare;
}

import type { CDPSession } from 'puppeteer-core';
import type { PageClock } from './clock.ts';
import { waitForFrame } from './in-page/scroll.ts';
import { callInWorld, type World } from './world.ts';

/** Wall-clock milliseconds between two grants to a browser that draws by itself. */
const DRAW_PAUSE_MS = 4;
/** Virtual milliseconds of such a grant: with less than a frame's, some frames never come. */
const DRAW_GRANT_MS = 17;

/**
 * Drives a page's time and frames.
 *
 * All pages of a browser share one renderer thread, and virtual time, once on, stays on in it; so every page lives
 * in virtual time from before its navigation. Time stands still unless a span is granted. Within a span timers
 * fire in order and without waiting, and while requests are under way no virtual time passes. Frames (layout
 * observers, animation callbacks, lazy images) come only when asked for. What a page does thus depends neither on
 * the machine's speed nor on the pages before it.
 *
 * A browser that cannot be asked for frames draws them by the wall clock, sixty a second, and only while time passes:
 * it is then granted a frame's time again and again until the frame has come. How often that takes is the machine's
 * doing.
 *
 * Protocol: https://chromedevtools.github.io/devtools-protocol/tot/Emulation/#method-setVirtualTimePolicy and
 * https://chromedevtools.github.io/devtools-protocol/tot/HeadlessExperimental/#method-beginFrame
 */
export class VirtualClock {
  readonly #session: CDPSession;
  readonly #clock: PageClock;
  readonly #framesOnRequest: boolean;
  /** Changes whenever somebody else takes charge of time. */
  #turn = 0;
  /** The latest span was given up, and its end may still be told. */
  #spanAbandoned = false;

  constructor(session: CDPSession, clock: PageClock, framesOnRequest: boolean) {
    this.#session = session;
    this.#clock = clock;
    this.#framesOnRequest = framesOnRequest;
  }

  /** Whether frames come only when they are asked for. */
  get framesOnRequest(): boolean {
    return this.#framesOnRequest;
  }

  /** Stops time until the next grant. */
  async stop(): Promise<void> {
    this.#turn += 1;
    await this.#clock.bound(
      'pausing the page',
      this.#session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
      5_000,
    );
    this.#spanAbandoned = false;
  }

  /**
   * Lets a span of virtual time pass.
   * @param milliseconds virtual
   * @param given up when it settles first; the rest of the span is then forfeited by the next grant or `stop`
   * @returns whether the span passed
   */
  async grant(milliseconds: number, abandoned: Promise<unknown>): Promise<boolean> {
    // The end of a span that was given up is told before this is answered, and is not taken for that of the next.
    if (this.#spanAbandoned) await this.stop();
    this.#turn += 1;
    const expired = new Promise<boolean>((resolve) =>
      this.#session.once('Emulation.virtualTimeBudgetExpired', () => resolve(true)),
    );
    await this.#clock.bound(
      'granting time',
      this.#session.send('Emulation.setVirtualTimePolicy', {
        policy: 'pauseIfNetworkFetchesPending',
        budget: milliseconds,
      }),
      5_000,
    );
    const passed = await this.#clock.bound('settling', Promise.race([expired, abandoned.then(() => false)]));
    this.#spanAbandoned = !passed;
    return passed;
  }

  /**
   * Makes one frame: layout, observers, animation callbacks. It is not painted, for nobody looks at it.
   * @param world the scanner's in the top document
   */
  async frame(world: World): Promise<void> {
    const session = this.#session;
    const drawn: Promise<unknown> = this.#framesOnRequest
      ? session.send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true })
      : this.drawWhile(callInWorld(session, world, waitForFrame));
    await this.#clock.bound('drawing a frame', drawn, 10_000);
  }

  /**
   * Lets a browser that draws by itself do so until something is done that waits for a frame. Time stands still
   * afterwards. Given up as soon as time is stopped or granted meanwhile.
   * @returns what the work comes to
   */
  async drawWhile<Result>(work: Promise<Result>): Promise<Result> {
    this.#turn += 1;
    const turn = this.#turn;
    let waiting = true;
    const finished = work.finally(() => {
      waiting = false;
    });
    finished.catch(() => undefined);
    while (waiting && this.#turn === turn) {
      const expired = new Promise<boolean>((resolve) =>
        this.#session.once('Emulation.virtualTimeBudgetExpired', () => resolve(true)),
      );
      await this.#session.send('Emulation.setVirtualTimePolicy', {
        policy: 'advance',
        budget: DRAW_GRANT_MS,
      });
      const passed = await Promise.race([expired, finished.then(never, never)]);
      if (this.#turn !== turn) break;
      this.#spanAbandoned = !passed;
      await pause(DRAW_PAUSE_MS);
    }
    if (this.#turn === turn && this.#spanAbandoned) await this.stop();
    return finished;
  }
}

function never(): false {
  return false;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

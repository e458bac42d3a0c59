import type { CDPSession } from 'puppeteer-core';
import type { PageClock } from './clock.ts';

/**
 * Drives a page's time and frames.
 *
 * All pages of a browser share one renderer thread, and virtual time, once on, stays on in it; so every page lives
 * in virtual time from before its navigation. Time stands still unless a span is granted. Within a span timers
 * fire in order and without waiting, and while requests are under way no virtual time passes. Frames (layout
 * observers, animation callbacks, lazy images) come only when asked for. What a page does thus depends neither on
 * the machine's speed nor on the pages before it.
 *
 * Protocol: https://chromedevtools.github.io/devtools-protocol/tot/Emulation/#method-setVirtualTimePolicy and
 * https://chromedevtools.github.io/devtools-protocol/tot/HeadlessExperimental/#method-beginFrame
 */
export class VirtualClock {
  readonly #session: CDPSession;
  readonly #clock: PageClock;
  /** The latest span was given up, and its end may still be told. */
  #forfeited = false;

  constructor(session: CDPSession, clock: PageClock) {
    this.#session = session;
    this.#clock = clock;
  }

  /** Stops time until the next grant. */
  async stop(): Promise<void> {
    await this.#clock.bound(
      'pausing the page',
      this.#session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
      5_000,
    );
    this.#forfeited = false;
  }

  /**
   * Lets a span of virtual time pass.
   * @param milliseconds virtual
   * @param given up when it settles first; the rest of the span is then forfeited by the next grant or `stop`
   * @returns whether the span passed
   */
  async grant(milliseconds: number, givenUp: Promise<unknown>): Promise<boolean> {
    // The end of a span that was given up is told before this is answered, and is not taken for that of the next.
    if (this.#forfeited) await this.stop();
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
    const passed = await this.#clock.bound('settling', Promise.race([expired, givenUp.then(() => false)]));
    this.#forfeited = !passed;
    return passed;
  }

  /** Makes one frame: layout, observers, animation callbacks. It is not painted, for nobody looks at it. */
  async frame(): Promise<void> {
    await this.#clock.bound(
      'drawing a frame',
      this.#session.send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true }),
      10_000,
    );
  }
}

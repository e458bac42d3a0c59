import type { CDPSession } from 'puppeteer-core';
import type { PageClock } from './clock.ts';
import { readTime, waitForFrame } from './in-page/scroll.ts';
import { callInWorld, type World } from './world.ts';

/** Wall-clock milliseconds between two grants of virtual time to a browser that draws frames by itself. */
const DRAW_PAUSE_MS = 4;
/** Virtual time of such a grant, in milliseconds. If it is shorter than one frame, some frames are never drawn. */
const DRAW_GRANT_MS = 17;

/**
 * Controls the time of a page, and when its animation frames are drawn.
 *
 * All pages of a browser share one renderer thread. Virtual time stays enabled there once it is enabled, so every page
 * uses virtual time, starting before its navigation. Time stands still unless a span is granted. Within a span, timers
 * fire in order and without waiting. While requests are pending, no virtual time passes. Animation frames, which run
 * layout observers and animation callbacks and load lazy images, are drawn only on request. The behavior of a page thus
 * depends neither on the speed of the machine nor on earlier pages.
 *
 * A browser that cannot draw frames on request draws 60 frames per second of real time, and only while virtual time is
 * not stopped. It is granted the time of one frame repeatedly until a frame is drawn. The number of grants depends on
 * the speed of the machine.
 *
 * Protocol: https://chromedevtools.github.io/devtools-protocol/tot/Emulation/#method-setVirtualTimePolicy and
 * https://chromedevtools.github.io/devtools-protocol/tot/HeadlessExperimental/#method-beginFrame
 */
export class VirtualClock {
  readonly #session: CDPSession;
  readonly #clock: PageClock;
  readonly #framesOnRequest: boolean;
  /**
   * Incremented by each call of `stop`, `grant` and `drawWhile`. `drawWhile` ends early if it has changed meanwhile.
   */
  #turn = 0;
  /** The time of a world when it was last read; undefined if time may have passed since. */
  #known: { world: World; now: number } | undefined;
  /** Whether the latest span was abandoned: the browser may still report its end. */
  #spanAbandoned = false;

  constructor(session: CDPSession, clock: PageClock, framesOnRequest: boolean) {
    this.#session = session;
    this.#clock = clock;
    this.#framesOnRequest = framesOnRequest;
  }

  /** True if the browser draws frames only on request. */
  get framesOnRequest(): boolean {
    return this.#framesOnRequest;
  }

  /** Returns the time of a world in virtual milliseconds. Reads it only if time may have passed since the last call. */
  async now(world: World): Promise<number> {
    if (this.#known?.world === world && !this.#spanAbandoned) return this.#known.now;
    const now = await callInWorld(this.#session, world, readTime);
    this.#known = { world, now };
    return now;
  }

  /** Stops time until the next grant. */
  async stop(): Promise<void> {
    this.#known = undefined;
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
   * @param milliseconds length of the span in virtual time
   * @param abandoned if this promise is fulfilled before the span has passed, the span is abandoned. The next grant or
   * `stop` discards the rest of the span.
   * @returns true if the span passed
   */
  async grant(milliseconds: number, abandoned: Promise<unknown>): Promise<boolean> {
    // Before the browser answers `stop`, it reports the end of the abandoned span. So that report is not mistaken for
    // the end of the new span.
    if (this.#spanAbandoned) await this.stop();
    this.#known = undefined;
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
    const passed = await this.#clock.bound(
      'letting time pass',
      Promise.race([expired, abandoned.then(() => false)]),
    );
    this.#spanAbandoned = !passed;
    return passed;
  }

  /**
   * Lets a span of virtual time pass without waiting for requests: a refused navigation stays pending for the browser.
   * Time stands still afterwards.
   * @param milliseconds length of the span in virtual time
   * @param timeoutMs wall-clock limit in milliseconds
   * @throws StepTimeoutError if the scripts of the span take longer
   */
  async advance(milliseconds: number, timeoutMs = 5_000): Promise<void> {
    if (this.#spanAbandoned) await this.stop();
    this.#known = undefined;
    this.#turn += 1;
    const expired = new Promise<void>((resolve) =>
      this.#session.once('Emulation.virtualTimeBudgetExpired', () => resolve()),
    );
    const policy = { policy: 'advance', budget: milliseconds } as const;
    const passed = this.#session.send('Emulation.setVirtualTimePolicy', policy).then(() => expired);
    try {
      await this.#clock.bound('letting time pass', passed, timeoutMs);
    } catch (error) {
      this.#spanAbandoned = true;
      throw error;
    }
  }

  /**
   * Draws one animation frame: layout, observers, animation callbacks. It is not painted, because no picture is taken.
   * @param world the scanner's world in the top document
   * @throws StepTimeoutError if the frame, or one that was requested before, does not end
   */
  async frame(world: World): Promise<void> {
    const session = this.#session;
    const drawn: Promise<unknown> = this.#framesOnRequest
      ? session.send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true })
      : this.drawWhile(callInWorld(session, world, waitForFrame));
    await this.#clock.bound('drawing a frame', drawn, 10_000);
  }

  /**
   * Grants time to a browser that draws frames by itself, until `work` has ended. Time stands still afterwards. A call
   * of `stop` or `grant` ends the grants early.
   * @param work waits for a frame to be drawn
   * @returns the result of `work`
   */
  async drawWhile<Result>(work: Promise<Result>): Promise<Result> {
    this.#known = undefined;
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

/** What Chromium answers while it still draws a frame that took too long. */
const FRAME_PENDING = 'Another frame is pending';

/** A step did not end within its time limit. `step` names it. */
export class StepTimeoutError extends Error {
  override name = 'StepTimeoutError';
  readonly step: string;

  constructor(step: string) {
    super(`${step} took too long`);
    this.step = step;
  }
}

/** The browser or the page ended unexpectedly. */
export class BrowserGoneError extends Error {
  override name = 'BrowserGoneError';
}

/** What else decides how long a page may take. */
export interface ClockConditions {
  /** Returns true when the page was ended before its time, so that its steps end as if that were over. */
  isCut?: () => boolean;
  /** Returns for how many milliseconds the browser had to wait for a processor so far. */
  stalledFor?: () => number;
  /** Maximum milliseconds that a clock runs longer because of that. */
  extraMax?: number | undefined;
}

/**
 * The wall clock of one page. Limits the time of every step, and ends all steps when the browser ends. While other
 * programs keep the processors busy, it runs longer, so that the results do not depend on them.
 */
export class PageClock {
  /** Total milliseconds. */
  readonly whole: number;
  readonly #end: number;
  readonly #gone: Promise<never>;
  readonly #conditions: ClockConditions;
  readonly #stalledBefore: number;

  /**
   * @param milliseconds time limit of the whole page
   * @param gone rejects with BrowserGoneError when the browser ends
   */
  constructor(milliseconds: number, gone: Promise<never>, conditions: ClockConditions = {}) {
    this.whole = milliseconds;
    this.#end = performance.now() + milliseconds;
    this.#gone = gone;
    this.#conditions = conditions;
    this.#stalledBefore = conditions.stalledFor?.() ?? 0;
    gone.catch(() => undefined);
  }

  /** Returns a clock that ends after `milliseconds`, but not later than this one. */
  within(milliseconds: number): PageClock {
    return new PageClock(Math.min(milliseconds, this.left()), this.#gone, this.#conditions);
  }

  /** Returns the remaining milliseconds; never negative. */
  left(): number {
    const { isCut, stalledFor, extraMax = 0 } = this.#conditions;
    if (isCut?.()) return 0;
    // At most as long again, so that a part of the time of a page stays a part of it.
    const stalled = (stalledFor?.() ?? 0) - this.#stalledBefore;
    const extra = Math.min(stalled, extraMax, this.whole);
    return Math.max(0, this.#end + extra - performance.now());
  }

  /**
   * Waits for `work` for at most `milliseconds`, and not longer than the remaining time of the page.
   * @throws StepTimeoutError, BrowserGoneError, errors of `work`
   */
  async bound<T>(
    step: string,
    work: Promise<T>,
    milliseconds: number = Number.POSITIVE_INFINITY,
  ): Promise<T> {
    const timeout = Promise.withResolvers<never>();
    const limit = this.within(milliseconds);
    const wake = () => {
      const left = limit.left();
      if (left > 0) timer = setTimeout(wake, left);
      else timeout.reject(new StepTimeoutError(step));
    };
    let timer = setTimeout(wake, limit.whole);
    try {
      return await Promise.race([work, timeout.promise, this.#gone]);
    } catch (error) {
      // The browser was killed, which the protocol reports with different errors.
      if (this.#conditions.isCut?.()) throw new StepTimeoutError(step);
      // A step before took too long to draw one.
      if (error instanceof Error && error.message.includes(FRAME_PENDING)) throw new StepTimeoutError(step);
      throw error;
    } finally {
      clearTimeout(timer);
      work.catch(() => undefined);
    }
  }
}

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

/** The wall clock of one page. Limits the time of every step, and ends all steps when the browser ends. */
export class PageClock {
  /** Total milliseconds. */
  readonly whole: number;
  readonly #end: number;
  readonly #gone: Promise<never>;
  readonly #isCut: () => boolean;

  /**
   * @param milliseconds time limit of the whole page
   * @param gone rejects with BrowserGoneError when the browser ends
   * @param isCut returns true when the page was ended before its time, so that its steps end as if that were over
   */
  constructor(milliseconds: number, gone: Promise<never>, isCut: () => boolean = () => false) {
    this.whole = milliseconds;
    this.#end = performance.now() + milliseconds;
    this.#gone = gone;
    this.#isCut = isCut;
    gone.catch(() => undefined);
  }

  /** Returns a clock that ends after `milliseconds`, but not later than this one. */
  within(milliseconds: number): PageClock {
    return new PageClock(Math.min(milliseconds, this.left()), this.#gone, this.#isCut);
  }

  /** Returns the remaining milliseconds; never negative. */
  left(): number {
    return this.#isCut() ? 0 : Math.max(0, this.#end - performance.now());
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
    const timer = setTimeout(
      () => timeout.reject(new StepTimeoutError(step)),
      Math.min(milliseconds, this.left()),
    );
    try {
      return await Promise.race([work, timeout.promise, this.#gone]);
    } catch (error) {
      // The browser was killed, which the protocol reports with different errors.
      if (this.#isCut()) throw new StepTimeoutError(step);
      // A step before took too long to draw one.
      if (error instanceof Error && error.message.includes(FRAME_PENDING)) throw new StepTimeoutError(step);
      throw error;
    } finally {
      clearTimeout(timer);
      work.catch(() => undefined);
    }
  }
}

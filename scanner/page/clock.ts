/** A step did not end within its bound; `step` says which. */
export class StepTimeoutError extends Error {
  override name = 'StepTimeoutError';
  readonly step: string;

  constructor(step: string) {
    super(`${step} took too long`);
    this.step = step;
  }
}

/** The browser, or the page in it, ended while it was being used. */
export class BrowserGoneError extends Error {
  override name = 'BrowserGoneError';
}

/** The wall clock of one page: bounds every step and ends them all when the browser is gone. */
export class PageClock {
  /** Milliseconds from its start to its end. */
  readonly whole: number;
  readonly #end: number;
  readonly #gone: Promise<never>;

  /**
   * @param milliseconds bound of the whole page
   * @param gone rejects with BrowserGoneError when the browser ends
   */
  constructor(milliseconds: number, gone: Promise<never>) {
    this.whole = milliseconds;
    this.#end = performance.now() + milliseconds;
    this.#gone = gone;
    gone.catch(() => undefined);
  }

  /** A clock that ends sooner, or with this one. */
  within(milliseconds: number): PageClock {
    return new PageClock(Math.min(milliseconds, this.left()), this.#gone);
  }

  /** Milliseconds left; never negative. */
  left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /**
   * Waits for `work`, for at most `milliseconds` and never longer than the page has.
   * @throws StepTimeoutError, BrowserGoneError, or what `work` throws
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
    } finally {
      clearTimeout(timer);
      work.catch(() => undefined);
    }
  }
}

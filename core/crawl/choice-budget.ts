/**
 * Maximum number of steps of one choice of pages: a few seconds on a slow processor. Each step compares one character
 * of an address with up to 32 characters of the patterns. A site of a thousand pages with hundreds of links each, 40
 * globs and a long robots.txt needs less than a third of it.
 */
const CHOICE_STEPS_MAX = 600_000_000;

/** Choosing the pages of a scan takes more steps than one scan may use. */
export class ChoiceBudgetError extends Error {
  override name = 'ChoiceBudgetError';
}

/**
 * Counts the steps of one choice of pages. Steps are counted, not milliseconds, so that a choice that is made again
 * after an interruption has the same result.
 */
export class ChoiceBudget {
  #remaining: number;

  constructor(steps: number = CHOICE_STEPS_MAX) {
    this.#remaining = steps;
  }

  /** @throws ChoiceBudgetError if the choice has taken too many steps */
  spend(steps: number): void {
    this.#remaining -= steps;
    if (this.#remaining < 0) throw new ChoiceBudgetError('choosing the pages of the scan takes too long');
  }
}

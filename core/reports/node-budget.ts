/**
 * Size of all elements of a report as JSON, in UTF-16 units, up to which all elements are stored. A page gives at most
 * 3 MiB and a scan has 1,000 pages, so a hostile site could fill the disk of the process that builds the report: it
 * stores all elements once, and one report format of them. 100,000 typical elements take 150 million.
 */
const NODES_LENGTH_MAX = 250_000_000;
/** Elements of each finding that are still stored after that, so that each rule and page has examples. */
export const NODES_BEYOND_BUDGET = 3;
/** Size of those additional elements together, in the same unit. After that, elements are only counted. */
const BEYOND_LENGTH_MAX = 50_000_000;

export interface NodeBounds {
  length: number;
  beyond: number;
}

/**
 * Limits the stored elements of a whole report. It must be called in the order of the report's pages. Then the same
 * results drop the same elements, regardless of the order in which they were produced.
 */
export class NodeBudget {
  #remaining: number;
  #remainingBeyond: number;

  constructor({ length, beyond }: NodeBounds = { length: NODES_LENGTH_MAX, beyond: BEYOND_LENGTH_MAX }) {
    this.#remaining = length;
    this.#remainingBeyond = beyond;
  }

  /**
   * True if an element might fit and should be measured. @param index its index among those of its rule, kind and page
   */
  mayFit(index: number): boolean {
    return this.#remaining > 0 || (index < NODES_BEYOND_BUDGET && this.#remainingBeyond > 0);
  }

  /**
   * True if an element fits into the budget; if so, its size is subtracted.
   * @param length length of its JSON
   * @param index its index among the elements of its rule, kind and page
   */
  reserve(length: number, index: number): boolean {
    if (length <= this.#remaining) {
      this.#remaining -= length;
      return true;
    }
    // An exceeded budget counts as used up. Otherwise small elements of later pages would be stored by chance.
    this.#remaining = 0;
    if (index >= NODES_BEYOND_BUDGET) return false;
    if (length > this.#remainingBeyond) {
      this.#remainingBeyond = 0;
      return false;
    }
    this.#remainingBeyond -= length;
    return true;
  }
}

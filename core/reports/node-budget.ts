/**
 * JSON of all elements of a report, in UTF-16 units, up to which they are kept as the pages gave them. A page gives
 * 3 MiB at most and a scan has 1,000 pages, so a hostile site could fill the disk of whoever puts the report together:
 * it holds all elements once, and one form of them beside that. 100,000 usual elements take 150 million.
 */
const NODES_LENGTH_MAX = 250_000_000;
/** Elements that are still kept of each finding once that is used up: so that each rule and page has examples. */
export const NODES_BEYOND_BUDGET = 3;
/** Of those elements together, in the same units; beyond it elements are counted only. */
const BEYOND_LENGTH_MAX = 50_000_000;

export interface NodeBounds {
  length: number;
  beyond: number;
}

/**
 * Bounds the elements of a whole report. It must be asked in the order of the report's pages: then the same results
 * lose the same elements, whatever order they were made in.
 */
export class NodeBudget {
  #left: number;
  #leftBeyond: number;

  constructor({ length, beyond }: NodeBounds = { length: NODES_LENGTH_MAX, beyond: BEYOND_LENGTH_MAX }) {
    this.#left = length;
    this.#leftBeyond = beyond;
  }

  /** Whether it is worth while to measure an element. @param index its place among those of its rule, kind and page */
  mayKeep(index: number): boolean {
    return this.#left > 0 || (index < NODES_BEYOND_BUDGET && this.#leftBeyond > 0);
  }

  /**
   * Whether there is room for an element; if so, the room is taken.
   * @param length of its JSON
   * @param index its place among the elements of its rule, kind and page
   */
  keeps(length: number, index: number): boolean {
    if (length <= this.#left) {
      this.#left -= length;
      return true;
    }
    // What is used up stays so: small elements of later pages must not be kept by chance.
    this.#left = 0;
    if (index >= NODES_BEYOND_BUDGET) return false;
    if (length > this.#leftBeyond) {
      this.#leftBeyond = 0;
      return false;
    }
    this.#leftBeyond -= length;
    return true;
  }
}

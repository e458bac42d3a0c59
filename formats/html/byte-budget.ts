import type { Markup } from './template.ts';

/**
 * UTF-8 bytes that each part of the HTML report may fill. The rest has no budget: style sheet, script, criteria, and
 * one table row for each rule. All together stay below 8 MB, which browsers on small machines still open.
 */
export const byteBudgets = {
  violations: 2_000_000,
  needsReview: 600_000,
  suppressed: 300_000,
  decided: 100_000,
  changes: 400_000,
  pages: 600_000,
  pageDetails: 400_000,
  notTested: 200_000,
  scanDetails: 100_000,
  /** Pictures, as base64. */
  pictures: 3_000_000,
} as const;

/** The bytes that a part of the report may still fill. */
export class ByteBudget {
  #remaining: number;

  constructor(bytes: number) {
    this.#remaining = bytes;
  }

  /** True if the piece fits. @param countedElsewhere bytes of the piece that another budget counts */
  fits(piece: Markup, countedElsewhere = 0): boolean {
    return Buffer.byteLength(piece.text) - countedElsewhere <= this.#remaining;
  }

  /**
   * Counts the piece if it fits, and returns true. Else closes the budget and returns false, so that a small later
   * piece does not appear without a larger one before it.
   * @param countedElsewhere bytes of the piece that another budget counts
   */
  add(piece: Markup, countedElsewhere = 0): boolean {
    const bytes = Buffer.byteLength(piece.text) - countedElsewhere;
    if (bytes > this.#remaining) {
      this.#remaining = 0;
      return false;
    }
    this.#remaining -= bytes;
    return true;
  }

  /** Renders the items one by one, and returns those before the first that does not fit. */
  renderFitting<Item>(items: Iterable<Item>, render: (item: Item) => Markup): Markup[] {
    const fitting: Markup[] = [];
    for (const item of items) {
      const piece = render(item);
      if (!this.add(piece)) break;
      fitting.push(piece);
    }
    return fitting;
  }
}

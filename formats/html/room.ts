import type { Markup } from './template.ts';

/**
 * Bytes of UTF-8 that each part of the HTML report may fill. Together with what is not bounded here (style, script,
 * criteria, one row a rule) they keep the whole below 8 MB, which browsers on small machines still open.
 */
export const rooms = {
  violations: 2_000_000,
  needsReview: 600_000,
  suppressed: 300_000,
  changes: 400_000,
  pages: 600_000,
  eachPage: 400_000,
  evaluation: 300_000,
  /** Of pictures, as base64. */
  pictures: 3_000_000,
} as const;

export class Room {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Whether this would fit. @param apart as for `takes` */
  fits(piece: Markup, apart = 0): boolean {
    return Buffer.byteLength(piece.text) - apart <= this.#left;
  }

  /**
   * Whether this fits; it is then counted. What did not fit closes the room, so that a small piece that comes later
   * is not shown by chance before a larger one.
   * @param apart bytes of the piece that another room has counted
   */
  takes(piece: Markup, apart = 0): boolean {
    const bytes = Buffer.byteLength(piece.text) - apart;
    if (bytes > this.#left) {
      this.#left = 0;
      return false;
    }
    this.#left -= bytes;
    return true;
  }

  /** As many of the pieces, from the first on, as fit. */
  fill(pieces: () => Iterable<Markup>): Markup[] {
    const kept: Markup[] = [];
    for (const piece of pieces()) {
      if (!this.takes(piece)) break;
      kept.push(piece);
    }
    return kept;
  }
}

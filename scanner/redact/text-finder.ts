import { Automaton } from './automaton.ts';

export interface SearchText {
  text: string;
  /** The text counts only if no letter or digit is next to it. */
  wholeWord: boolean;
}

type Range = [from: number, to: number];

/** If a text is truncated, this many characters of the start or the end of a search text count as a match. */
const CUT_MIN = 6;
/**
 * Maximum length of the stored end of a search text. A snippet is not longer, and ends take as much memory as starts.
 */
const END_MAX = 1_000;

/**
 * Finds many texts at once; the case of ASCII letters is ignored. The time grows with the length of the searched text,
 * not with the number of search texts.
 */
export class TextFinder {
  readonly #forward = new Automaton();
  /** The reversed search texts, to find texts whose start was truncated. */
  readonly #backward = new Automaton();
  /** By state at the end of a search text: true if it counts only as a whole word. */
  readonly #ends = new Map<number, boolean>();
  /** By state: the nearest suffix state at which a search text ends, if there is one. */
  readonly #shorter = new Map<number, number>();

  constructor(texts: readonly SearchText[]) {
    for (const { text, wholeWord } of texts) {
      if (text === '') continue;
      const codes = Array.from({ length: text.length }, (_, index) => fold(text.charCodeAt(index)));
      const end = this.#forward.add(codes);
      this.#ends.set(end, (this.#ends.get(end) ?? true) && wholeWord);
      if (text.length >= CUT_MIN) this.#backward.add(codes.slice(-END_MAX).reverse());
    }
    this.#forward.link((state, suffix) => {
      const shorter = this.#ends.has(suffix) ? suffix : this.#shorter.get(suffix);
      if (shorter !== undefined) this.#shorter.set(state, shorter);
    });
    this.#backward.link();
  }

  /**
   * Returns the ranges of the search texts, in order and without overlaps. Also finds truncated texts: the first six or
   * more characters before an ellipsis or the end, and the last six to 1,000 characters after an ellipsis.
   */
  find(text: string): Range[] {
    const found = this.#findForward(text);
    const cutBefore = this.#findCutBefore(text);
    if (cutBefore.length === 0) return found;
    const all: Range[] = [];
    for (const [from, to] of [...found, ...cutBefore].sort(([a], [b]) => a - b)) {
      const last = all.at(-1);
      if (last !== undefined && last[1] >= from) last[1] = Math.max(last[1], to);
      else all.push([from, to]);
    }
    return all;
  }

  #findForward(text: string): Range[] {
    const found: Range[] = [];
    let at = 0;
    for (let index = 0; index < text.length; index += 1) {
      at = this.#forward.step(at, fold(text.charCodeAt(index)));
      if (at === 0) continue;
      const to = index + 1;
      const begun = this.#forward.getDepth(at);
      if (begun >= CUT_MIN && isCutAfter(text, to)) join(found, to - begun, to);
      let each = this.#ends.has(at) ? at : this.#shorter.get(at);
      for (; each !== undefined; each = this.#shorter.get(each)) {
        const from = to - this.#forward.getDepth(each);
        if (!this.#ends.get(each) || isWhole(text, from, to)) join(found, from, to);
      }
    }
    return found;
  }

  #findCutBefore(text: string): Range[] {
    const found: Range[] = [];
    // Most texts contain no ellipsis.
    if (!text.includes('…') && !text.includes('...')) return found;
    let at = 0;
    for (let from = text.length - 1; from > 0; from -= 1) {
      at = this.#backward.step(at, fold(text.charCodeAt(from)));
      const ended = this.#backward.getDepth(at);
      if (ended >= CUT_MIN && isCutBefore(text, from)) found.push([from, from + ended]);
    }
    return found;
  }
}

function fold(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function isCutAfter(text: string, at: number): boolean {
  return at === text.length || text.startsWith('…', at) || text.startsWith('...', at);
}

function isCutBefore(text: string, at: number): boolean {
  return text.startsWith('…', at - 1) || (at >= 3 && text.startsWith('...', at - 3));
}

function isWhole(text: string, from: number, to: number): boolean {
  return !isAlphanumeric(text.charCodeAt(from - 1)) && !isAlphanumeric(text.charCodeAt(to));
}

/** Returns false for NaN, which `charCodeAt` returns beyond the ends. */
function isAlphanumeric(code: number): boolean {
  const folded = fold(code);
  return (folded >= 97 && folded <= 122) || (code >= 48 && code <= 57);
}

/** Adds a range and merges it with overlapping or adjacent ranges. Ends only grow from call to call; starts may not. */
function join(found: Range[], from: number, to: number): void {
  let start = from;
  for (let last = found.at(-1); last !== undefined && last[1] >= start; last = found.at(-1)) {
    start = Math.min(start, last[0]);
    found.pop();
  }
  found.push([start, to]);
}

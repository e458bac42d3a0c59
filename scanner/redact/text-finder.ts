import { Automaton } from './automaton.ts';

export interface SearchText {
  text: string;
  /** Found only where neither a letter nor a digit adjoins it. */
  wholeWord: boolean;
}

type Range = [from: number, to: number];

/** So many characters of a sought text, of its beginning or its end, are taken for it where a text was cut off. */
const CUT_MIN = 6;
/** Of its end so many at most are known: a snippet holds no more, and ends take as much memory as beginnings. */
const END_MAX = 1_000;

/**
 * Finds many texts at once, ASCII letters in either case, in a time that grows with the length of what is searched and
 * not with how many there are.
 */
export class TextFinder {
  readonly #forward = new Automaton();
  /** The same texts from their ends, for what was cut off before it. */
  readonly #backward = new Automaton();
  /** States at which sought texts end, and whether they count only as a whole. */
  readonly #ends = new Map<number, boolean>();
  /** Of each state that has one: the nearest state by way of suffixes at which a sought text ends. */
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
   * Where the sought texts are, from and up to, in order and without overlaps; also where one begins and is cut off
   * after six characters or more, by an ellipsis or the end, and where its last six or more, up to a
   * thousand, follow an ellipsis.
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
      const begun = this.#forward.depthOf(at);
      if (begun >= CUT_MIN && isCutAfter(text, to)) join(found, to - begun, to);
      let each = this.#ends.has(at) ? at : this.#shorter.get(at);
      for (; each !== undefined; each = this.#shorter.get(each)) {
        const from = to - this.#forward.depthOf(each);
        if (!this.#ends.get(each) || isWhole(text, from, to)) join(found, from, to);
      }
    }
    return found;
  }

  #findCutBefore(text: string): Range[] {
    const found: Range[] = [];
    // Most texts have nothing that a secret could be cut off by.
    if (!text.includes('…') && !text.includes('...')) return found;
    let at = 0;
    for (let from = text.length - 1; from > 0; from -= 1) {
      at = this.#backward.step(at, fold(text.charCodeAt(from)));
      const ended = this.#backward.depthOf(at);
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

/** NaN, as `charCodeAt` gives beyond the ends, is none. */
function isAlphanumeric(code: number): boolean {
  const folded = fold(code);
  return (folded >= 97 && folded <= 122) || (code >= 48 && code <= 57);
}

/** Ends grow, beginnings need not: what overlaps or adjoins becomes one. */
function join(found: Range[], from: number, to: number): void {
  let start = from;
  for (let last = found.at(-1); last !== undefined && last[1] >= start; last = found.at(-1)) {
    start = Math.min(start, last[0]);
    found.pop();
  }
  found.push([start, to]);
}

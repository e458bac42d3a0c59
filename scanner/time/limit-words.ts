/** How many characters a word may be away from a timer, before or behind it. */
const DISTANCE = 600;

/** Names by which scripts begin a timer. */
const TIMER = /set(?:Timeout|Interval)\b/g;

/**
 * Words of scripts that end a session or load a page again. They have no repetition, so a text of any kind takes linear
 * time.
 */
const LIMIT =
  /idle(?!callback)|inactiv|log_?-?o(?:ut|ff)|sign_?-?o(?:ut|ff)|session(?!storage)|expir|auto-?(?:refresh|reload)|location\.(?:href ?=(?!=)|assign|replace|reload)|location ?=(?!=)|history\.go\(|untätig|abmeld|déconn|inactif|cerrarsesi/gi;

/** Finds words of a time limit in a script. */
export class LimitWords {
  readonly #source: string;
  readonly #limits: readonly number[];
  /** The positions of the lines; undefined until one is asked for. */
  #lines: readonly number[] | undefined;

  constructor(source: string) {
    this.#source = source;
    this.#limits = listPositions(source, LIMIT);
  }

  /** Returns whether the script begins a timer near such words. */
  areNearTimer(): boolean {
    let next = 0;
    // Both lists are sorted, so one pass over them is enough.
    for (const timer of listPositions(this.#source, TIMER)) {
      while (next < this.#limits.length && (this.#limits[next] as number) < timer - DISTANCE) next += 1;
      if ((this.#limits[next] ?? Number.POSITIVE_INFINITY) <= timer + DISTANCE) return true;
    }
    return false;
  }

  /** Returns whether such words are near a position. @param line, column begin with 0 */
  areNear(line: number, column: number): boolean {
    this.#lines ??= [0, ...listPositions(this.#source, /\n/g).map((end) => end + 1)];
    const start = this.#lines[line];
    if (start === undefined) return false;
    const first = start + column - DISTANCE;
    const limit = this.#limits[findFirst(this.#limits, first)];
    return limit !== undefined && limit <= first + 2 * DISTANCE;
  }
}

/** Returns the index of the first number of a sorted list that is not below another one. */
function findFirst(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function listPositions(source: string, words: RegExp): number[] {
  const positions: number[] = [];
  for (const { index } of source.matchAll(words)) positions.push(index);
  return positions;
}

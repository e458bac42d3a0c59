/** A compiled pattern; see `compileWildcards`. */
export interface Wildcards {
  /** The number of the final state, which is reached when the whole pattern has matched. */
  last: number;
  /** By character: the states in which the character leads to the next state. */
  accepts: Map<string, Uint32Array>;
  /** The states in which any character except / leads to the next state. */
  acceptAny: Uint32Array;
  /** The states in which characters are skipped: all except / (`stay`), and all (`stayAcross`). */
  stay: Uint32Array;
  stayAcross: Uint32Array;
}

const emptyCounts = new Uint32Array(0);

/**
 * Compiles a pattern: `?` is one character except /, `*` any number of characters except /, `**` any number of any
 * characters; every other character matches itself.
 *
 * The result is a state machine with one bit for each state. A character of a text costs one step for every 32
 * characters of the pattern, independent of the number of stars. Glob libraries compile patterns to regular
 * expressions, which backtrack at every star: a caller could stall the service with a dozen stars.
 */
export function compileWildcards(pattern: string): Wildcards {
  const steps = pattern.match(/\*+|[^*]/gs) ?? [];
  const last = steps.filter((step) => !step.startsWith('*')).length;
  const states = () => new Uint32Array((last >>> 5) + 1);
  const compiled: Wildcards = {
    last,
    accepts: new Map(),
    acceptAny: states(),
    stay: states(),
    stayAcross: states(),
  };
  let state = 0;
  for (const step of steps) {
    if (step.startsWith('*')) {
      add(compiled.stay, state);
      if (step.length > 1) add(compiled.stayAcross, state);
      continue;
    }
    if (step === '?') add(compiled.acceptAny, state);
    else {
      if (!compiled.accepts.has(step)) compiled.accepts.set(step, states());
      add(compiled.accepts.get(step) ?? emptyCounts, state);
    }
    state++;
  }
  return compiled;
}

/** True if the pattern matches the whole text. Takes at most text × pattern / 32 steps. */
export function isWildcardMatch(pattern: Wildcards, text: string): boolean {
  const active = new Uint32Array(pattern.acceptAny.length);
  active[0] = 1;
  for (const character of text) {
    const isSlash = character === '/';
    const exact = pattern.accepts.get(character) ?? emptyCounts;
    const any = isSlash ? emptyCounts : pattern.acceptAny;
    const stay = isSlash ? pattern.stayAcross : pattern.stay;
    let carry = 0;
    let alive = 0;
    for (let word = 0; word < active.length; word++) {
      const here = active[word] ?? 0;
      const onward = here & ((exact[word] ?? 0) | (any[word] ?? 0));
      const next = (onward << 1) | carry | (here & (stay[word] ?? 0));
      active[word] = next;
      alive |= next;
      carry = onward >>> 31;
    }
    if (alive === 0) return false;
  }
  return (((active[pattern.last >>> 5] ?? 0) >>> (pattern.last & 31)) & 1) === 1;
}

function add(states: Uint32Array, state: number): void {
  states[state >>> 5] = (states[state >>> 5] ?? 0) | (1 << (state & 31));
}

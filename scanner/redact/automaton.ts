/** Number of values of a UTF-16 unit. */
const CODES = 65_536;

/**
 * An automaton that searches for many texts at once (Aho and Corasick, https://doi.org/10.1145/360825.360855). It reads
 * UTF-16 units. Its state is the longest prefix of a text that ends at the last unit read. The first state is 0.
 */
export class Automaton {
  /** Transitions. The key combines state and unit in one number to save memory, because there can be very many. */
  readonly #next = new Map<number, number>();
  readonly #depth: number[] = [0];
  /** By state: the state of its longest proper suffix that is a prefix of a text. */
  readonly #suffix: number[] = [0];
  /** Transitions that were added and are not linked yet. */
  #edges: [from: number, code: number, to: number][] = [];

  /** Adds a text and returns the state at its end. Must not be called after `link`. */
  add(codes: Iterable<number>): number {
    let at = 0;
    for (const code of codes) {
      let to = this.#next.get(at * CODES + code);
      if (to === undefined) {
        to = this.#depth.push((this.#depth[at] as number) + 1) - 1;
        this.#suffix.push(0);
        this.#next.set(at * CODES + code, to);
        this.#edges.push([at, code, to]);
      }
      at = to;
    }
    return at;
  }

  /** Prepares the automaton for `step`. Calls `visit` with each state and its suffix state, shorter states first. */
  link(visit: (state: number, suffix: number) => void = () => {}): void {
    const edges = this.#edges.sort(([, , a], [, , b]) => this.getDepth(a) - this.getDepth(b));
    this.#edges = [];
    for (const [from, code, to] of edges) {
      const suffix = from === 0 ? 0 : this.step(this.#suffix[from] as number, code);
      this.#suffix[to] = suffix;
      visit(to, suffix);
    }
  }

  /** Returns the state after one more unit. */
  step(from: number, code: number): number {
    for (let at = from; ; at = this.#suffix[at] as number) {
      const next = this.#next.get(at * CODES + code);
      if (next !== undefined) return next;
      if (at === 0) return 0;
    }
  }

  /** Returns the length of the prefix that a state stands for, in UTF-16 units. */
  getDepth(state: number): number {
    return this.#depth[state] as number;
  }
}

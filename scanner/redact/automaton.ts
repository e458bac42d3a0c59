/** Values that a UTF-16 unit can have. */
const CODES = 65_536;

/**
 * The states in which a reader of UTF-16 units is, 0 at first, when it knows of many texts how far the last units
 * read begin one of them, the longest such beginning at a time (Aho and Corasick,
 * https://doi.org/10.1145/360825.360855).
 */
export class Automaton {
  /** From a state, by a unit, to another: keyed by both in one number, for there can be very many. */
  readonly #next = new Map<number, number>();
  readonly #depth: number[] = [0];
  /** Of each state: the state of the longest proper suffix that begins a text. */
  readonly #suffix: number[] = [0];
  /** What was added and is not linked yet. */
  #edges: [from: number, code: number, to: number][] = [];

  /** Adds a text and returns the state at its end; possible until `link`. */
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

  /** Makes it ready to be read with. `visit` is told of each state and its suffix, the suffixes before what has them. */
  link(visit: (state: number, suffix: number) => void = () => {}): void {
    const edges = this.#edges.sort(([, , a], [, , b]) => this.depthOf(a) - this.depthOf(b));
    this.#edges = [];
    for (const [from, code, to] of edges) {
      const suffix = from === 0 ? 0 : this.step(this.#suffix[from] as number, code);
      this.#suffix[to] = suffix;
      visit(to, suffix);
    }
  }

  /** The state after one more unit. */
  step(from: number, code: number): number {
    for (let at = from; ; at = this.#suffix[at] as number) {
      const next = this.#next.get(at * CODES + code);
      if (next !== undefined) return next;
      if (at === 0) return 0;
    }
  }

  /** Units of a text that the state has the beginning of. */
  depthOf(state: number): number {
    return this.#depth[state] as number;
  }
}

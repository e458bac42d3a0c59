/** A set with a maximum size that evicts the least recently used entry. */
export class RecentSet {
  readonly #entries = new Set<string>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  has(entry: string): boolean {
    if (!this.#entries.delete(entry)) return false;
    this.#entries.add(entry);
    return true;
  }

  add(entry: string): void {
    this.#entries.add(entry);
    const [oldest] = this.#entries;
    if (this.#entries.size > this.#max && oldest !== undefined) this.#entries.delete(oldest);
  }
}

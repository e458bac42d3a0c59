/** As long as any port that a system gives of itself, so that lines are wrapped alike. */
const PORT = '40000';
const DATE = '2026-11-01';
/** What comes before the report depends on how fast the machine is. */
const progress =
  /^(Queued|Looking for pages|Putting the report together|Fetching the report|\d+ of \d+ pages?)\n/gm;

/** Makes what commands print the same from run to run; an id stays the same over all that one of these sees. */
export class Steady {
  readonly #ids = new Map<string, string>();

  /**
   * What a command printed, with everything that differs from run to run replaced by something as long: ids, ports, and
   * the day; lines of progress after the first are left out.
   */
  of(printed: string): string {
    let lines = 0;
    return printed
      .replace(progress, (line) => (lines++ === 0 ? line : ''))
      .replace(/\b(scan|site)_[0-9a-z]{26}\b/g, (id, prefix: string) => this.#idFor(id, prefix))
      .replace(/(?<=http:\/\/127\.0\.0\.1:)\d+/g, PORT)
      .replace(/\b\d{4}-\d\d-\d\d\b/g, DATE);
  }

  #idFor(id: string, prefix: string): string {
    const known = this.#ids.get(id) ?? `${prefix}_01kq${String(this.#ids.size + 1).padStart(22, '0')}`;
    this.#ids.set(id, known);
    return known;
  }
}

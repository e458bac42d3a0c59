/** As long as any port that the operating system chooses, so that lines wrap at the same column. */
const PORT = '40000';
const DATE = '2026-11-01';
/** The lines before the report depend on the speed of the machine. */
const PROGRESS = /^(Queued|Looking for pages|Building the report|Fetching the report|\d+ of \d+ pages?)\n/gm;

/** Makes the output of commands the same in every run. Equal ids stay equal over all outputs of one instance. */
export class TranscriptNormalizer {
  readonly #ids = new Map<string, string>();

  /**
   * Returns the output with ids, ports and days replaced by fixed values of the same length, and without the lines of
   * progress after the first.
   */
  normalize(output: string): string {
    let lines = 0;
    return output
      .replace(PROGRESS, (line) => (lines++ === 0 ? line : ''))
      .replace(/\b(scan|site)_[0-9a-z]{26}\b/g, (id, prefix: string) => this.#normalizeId(id, prefix))
      .replace(/(?<=http:\/\/127\.0\.0\.1:)\d+/g, PORT)
      .replace(/\b\d{4}-\d\d-\d\d\b/g, DATE);
  }

  #normalizeId(id: string, prefix: string): string {
    const known = this.#ids.get(id) ?? `${prefix}_01kq${String(this.#ids.size + 1).padStart(22, '0')}`;
    this.#ids.set(id, known);
    return known;
  }
}

import type { Engine } from '../scans/page-result.ts';
import type { ReportEngine } from './report.ts';

/** Counts the conditions that pages were scanned under. */
export class EngineTally {
  readonly #engines = new Map<string, ReportEngine>();

  add(engine: Engine): void {
    const key = JSON.stringify(engine);
    this.#engines.set(key, { ...engine, pageCount: (this.#engines.get(key)?.pageCount ?? 0) + 1 });
  }

  /** Returns them in an order that does not depend on the order of the pages. */
  inOrder(): ReportEngine[] {
    return [...this.#engines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, engine]) => engine);
  }
}

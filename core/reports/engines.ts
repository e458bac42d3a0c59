import type { Engine } from '../scans/page-result.ts';
import type { ReportEngine } from './report.ts';

/** Counts the conditions that pages were scanned under. */
export class EngineTally {
  readonly #engines = new Map<string, ReportEngine>();

  add(engine: Engine): void {
    const { axe, browser, userAgent, viewport, mobile, colorScheme, reducedMotion, locale } = engine;
    // Results that were stored before it was noted do not tell all of it.
    const told = {
      axe,
      browser,
      userAgent,
      viewport: { width: viewport.width, height: viewport.height },
      ...(mobile === undefined ? {} : { mobile }),
      ...(colorScheme === undefined ? {} : { colorScheme }),
      ...(reducedMotion === undefined ? {} : { reducedMotion }),
      ...(locale === undefined ? {} : { locale }),
    };
    const key = JSON.stringify(told);
    this.#engines.set(key, { ...told, pageCount: (this.#engines.get(key)?.pageCount ?? 0) + 1 });
  }

  /** In the order of what they say, whichever came first. */
  inOrder(): ReportEngine[] {
    return [...this.#engines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, engine]) => engine);
  }
}

import type { CrawlRecord } from '../../core/reports/crawl.ts';

/** Of a scan that found no further pages. */
export const noCrawl: CrawlRecord = { adoptedOrigin: null, notes: [], leftOut: [], foundOn: new Map() };

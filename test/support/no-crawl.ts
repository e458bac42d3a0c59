import type { CrawlRecord } from '../../core/reports/crawl.ts';

/** The crawl of a scan that discovered no further pages. */
export const noCrawl: CrawlRecord = { adoptedOrigin: null, notes: [], notAttempted: [], foundOn: new Map() };

import { type CrawlSettings, crawlSettingsDefault } from '../crawl/crawl-settings.ts';

/** How the pages of a site's scans are found and chosen, unless a scan has its own settings. */
export interface SiteCrawl extends Omit<CrawlSettings, 'maxPages'> {
  /** Null if not set. */
  maxPages: number | null;
}

/** The crawl settings of a site that sets none. */
export const siteCrawlDefault: SiteCrawl = { ...crawlSettingsDefault, maxPages: null };

/**
 * Returns the maximum number of pages of a scan: the set value, else the default, but at least the number of start
 * URLs.
 */
export function resolveMaxPages(set: number | null, startUrls: number): number {
  return Math.max(set ?? crawlSettingsDefault.maxPages, startUrls);
}

import { type CrawlSettings, crawlSettingsDefault } from '../crawl/crawl-settings.ts';

/** How the pages of a site's scans are found and chosen, unless a scan says otherwise. */
export interface SiteCrawl extends Omit<CrawlSettings, 'maxPages'> {
  /** Null unless it was set. */
  maxPages: number | null;
}

/** Of a site that says nothing of it. */
export const siteCrawlDefault: SiteCrawl = { ...crawlSettingsDefault, maxPages: null };

/** The pages of a scan at most that begins with so many: what was set, else the default, and never fewer than those. */
export function resolveMaxPages(set: number | null, startUrls: number): number {
  return Math.max(set ?? crawlSettingsDefault.maxPages, startUrls);
}

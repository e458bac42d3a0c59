import type { CrawlRules } from '../../core/crawl/candidates.ts';
import { originOf } from '../../core/crawl/site-origin.ts';
import type { SiteReading } from '../../core/crawl/site-reading.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { robotsAllow } from './robots.ts';

/**
 * What decides which found pages belong to a scan.
 * @param reading what the site said of itself when the scan began
 * @param pages the pages of the scan so far
 */
export function crawlRules(
  { startUrls: [startUrl = ''], settings }: ScanStart,
  { robots }: SiteReading,
  pages: readonly FrontierPage[],
): CrawlRules {
  const { crawl, signedIn } = settings;
  return {
    settings: crawl,
    origin: originOf(startUrl, pages),
    signedIn,
    allowed: robotsAllow(robots),
  };
}

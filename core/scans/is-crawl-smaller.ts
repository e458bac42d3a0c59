import { shouldFollowLinks, shouldReadSitemap } from '../crawl/choose-pages.ts';
import { DEPTH_LIMIT } from '../crawl/crawl-settings.ts';
import { resolveMaxPages, type SiteCrawl } from '../sites/site-crawl.ts';
import type { ScanConfig } from './scan-config.ts';

/**
 * True if the config of a scan makes it find fewer pages than the settings of its site. The start URL and the listed
 * pages belong to every scan, so that nothing is smaller than a site that is not crawled.
 */
export function isCrawlSmaller(site: SiteCrawl, config: ScanConfig): boolean {
  const { crawl = site.crawl, includeUrls = site.includeUrls, excludeUrls = site.excludeUrls } = config;
  const { hashRoutes = site.hashRoutes, robots = site.robots } = config;
  if (site.crawl === 'none') return false;
  return (
    (shouldFollowLinks(site) && !shouldFollowLinks({ crawl })) ||
    (shouldReadSitemap(site) && !shouldReadSitemap({ crawl })) ||
    resolveMaxPages(config.maxPages ?? site.maxPages, 0) < resolveMaxPages(site.maxPages, 0) ||
    (shouldFollowLinks(site) && isDepthSmaller(site.maxDepth, config.maxDepth)) ||
    (includeUrls.length > 0 &&
      (site.includeUrls.length === 0 || !includesAll(includeUrls, site.includeUrls))) ||
    !includesAll(site.excludeUrls, excludeUrls) ||
    (site.hashRoutes && !hashRoutes) ||
    (site.robots === 'ignore' && robots === 'obey')
  );
}

/** @param ofScan undefined if the config does not set it; null removes the limit of the site */
function isDepthSmaller(ofSite: number | null, ofScan: number | null | undefined): boolean {
  return ofScan !== undefined && (ofScan ?? DEPTH_LIMIT) < (ofSite ?? DEPTH_LIMIT);
}

function includesAll(list: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((each) => list.includes(each));
}

import type { CrawlRules } from '../../core/crawl/candidates.ts';
import { ChoiceBudget } from '../../core/crawl/choice-budget.ts';
import { shouldFollowLinks, shouldReadSitemap } from '../../core/crawl/choose-pages.ts';
import {
  emptySiteDiscovery,
  limitSiteDiscovery,
  type SiteDiscovery,
} from '../../core/crawl/site-discovery.ts';
import { getCrawlOrigin } from '../../core/crawl/site-origin.ts';
import { createUrlFilter } from '../../core/crawl/url-glob.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { PLAIN_USER_AGENT } from '../user-agent.ts';
import { type ReadSiteOptions, readSite } from './read-site.ts';
import { createRobotsMatcher } from './robots.ts';

/**
 * Reads robots.txt and the sitemaps of the site of a scan, as far as the scan needs them. Sends no request if the
 * result would not change the scan. The result is limited to what is stored, so that all steps of the scan use the
 * same.
 */
export async function discoverSite(
  { startUrls: [startUrl = ''], settings: { crawl } }: ScanStart,
  options: Pick<ReadSiteOptions, 'egress' | 'resolve' | 'signal'>,
): Promise<SiteDiscovery> {
  const { robots, hashRoutes } = crawl;
  const sitemap = shouldReadSitemap(crawl);
  if (!sitemap && (robots === 'ignore' || !shouldFollowLinks(crawl))) return emptySiteDiscovery;
  const request = { sitemap, robots, hashRoutes, accept: createUrlFilter(crawl) };
  return limitSiteDiscovery(
    await readSite(startUrl, { ...options, userAgent: PLAIN_USER_AGENT, ...request }),
  );
}

/**
 * Returns the rules that decide which discovered pages belong to a scan.
 * @param discovery what robots.txt and the sitemaps contained when the scan began
 * @param pages the pages of the scan so far
 */
export function buildCrawlRules(
  { startUrls: [startUrl = ''], settings }: ScanStart,
  { robots }: SiteDiscovery,
  pages: readonly FrontierPage[],
): CrawlRules {
  const { crawl, signedIn } = settings;
  return {
    settings: crawl,
    origin: getCrawlOrigin(startUrl, pages),
    signedIn,
    allowed: createRobotsMatcher(robots),
    wildcardRules: countWildcardRules(robots),
    budget: new ChoiceBudget(),
  };
}

function countWildcardRules(robots: string): number {
  return robots.split('\n').filter((line) => line.includes('*') || line.includes('$')).length;
}

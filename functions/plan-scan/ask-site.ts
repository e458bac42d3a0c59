import { keepSiteReading, readSiteReading } from '../../adapters/dynamodb/site-readings.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { followsLinks, readsSitemap } from '../../core/crawl/choose-pages.ts';
import { keptOf, nothingRead, type SiteReading } from '../../core/crawl/site-reading.ts';
import { urlFilter } from '../../core/crawl/url-glob.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import type { EgressPolicy } from '../../scanner/egress/policy.ts';
import { readSite } from '../../scanner/site/read-site.ts';
import { plainUserAgent } from '../../scanner/user-agent.ts';

/** What the site says of its pages; the first answer is the one that counts, also for a plan that is made again. */
export async function askSite(
  store: Store,
  scanId: string,
  { startUrls: [startUrl = ''], settings: { crawl } }: ScanStart,
  egress: EgressPolicy,
): Promise<SiteReading> {
  const before = await readSiteReading(store, scanId);
  if (before) return before;
  const { robots, hashRoutes } = crawl;
  const sitemap = readsSitemap(crawl);
  if (!sitemap && (robots === 'ignore' || !followsLinks(crawl))) return nothingRead;
  const asked = { sitemap, robots, hashRoutes, accept: urlFilter(crawl) };
  const reading = await readSite(startUrl, { egress, userAgent: plainUserAgent, ...asked });
  await keepSiteReading(store, scanId, keptOf(reading));
  return (await readSiteReading(store, scanId)) ?? nothingRead;
}

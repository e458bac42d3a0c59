import { type FoundLinks, LINKS_LENGTH_MAX, LINKS_PER_PAGE_MAX } from '../../core/crawl/found-links.ts';
import { buildPageKey, normalizePageUrl } from '../../core/crawl/page-address.ts';
import { compareAddresses } from '../../core/crawl/page-order.ts';
import { isRisky } from '../../core/crawl/risky-links.ts';
import { getBareHost, isSameSite } from '../../core/crawl/same-site.ts';
import { StepTimeoutError } from './clock.ts';
import { collectLinks, type LinkLimits, type RawLink } from './in-page/collect-links.ts';
import type { OpenPage } from './open-page.ts';
import { callInWorld, type World } from './world.ts';

/** Far more than pages have; a page that has more may get its time taken, not the scanner's. */
const limits: LinkLimits = { links: 20_000, url: 2_000, words: 200, total: 4_000_000 };
const TIMEOUT_MS = 5_000;

export interface PageLinks {
  links: RawLink[];
  /** Links that were not even looked at, or are longer than the limit. */
  omitted: number;
}

/**
 * Reads the links of a settled document and of its open shadow roots. Those of frames are not read: what a frame
 * shows of the site is mostly made for being framed, and what it shows of others is not of the site.
 * @param finalUrl where the document came from
 */
export async function readLinks(
  { session, clock }: OpenPage,
  world: World,
  finalUrl: string,
  hashRoutes: boolean,
): Promise<PageLinks> {
  const url = URL.parse(finalUrl);
  if (url === null) return { links: [], omitted: 0 };
  try {
    const work = callInWorld(session, world, collectLinks, getBareHost(url), hashRoutes, limits);
    return await clock.bound('reading the links', work, TIMEOUT_MS);
  } catch (error) {
    if (error instanceof StepTimeoutError && clock.left() > 0) return { links: [], omitted: 0 };
    throw error;
  }
}

/**
 * The links of a page to other pages of its site, each page once. Where there are too many, those stay that come
 * first by their addresses.
 */
export function selectSiteLinks(
  { links, omitted }: PageLinks,
  finalUrl: string,
  address: { hashRoutes: boolean },
): FoundLinks {
  const self = buildPageKey(finalUrl, address);
  const byKey = new Map<string, { url: string; risky: boolean }>();
  for (const link of links) {
    if (!isSameSite(finalUrl, link.url)) continue;
    const key = buildPageKey(link.url, address);
    if (key === self) continue;
    const url = normalizePageUrl(link.url, address);
    const known = byKey.get(key);
    byKey.set(key, {
      url: known !== undefined && compareAddresses(known.url, url) <= 0 ? known.url : url,
      risky: known?.risky === true || isRisky(link),
    });
  }
  const sorted = [...byKey.values()].sort((one, other) => compareAddresses(one.url, other.url));
  const kept: typeof sorted = [];
  let length = 0;
  for (const link of sorted.slice(0, LINKS_PER_PAGE_MAX)) {
    length += link.url.length;
    if (length > LINKS_LENGTH_MAX) break;
    kept.push(link);
  }
  return {
    urls: kept.map(({ url }) => url),
    risky: kept.filter(({ risky }) => risky).map(({ url }) => url),
    cut: omitted + sorted.length - kept.length,
  };
}

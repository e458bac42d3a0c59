import { type FoundLinks, LINKS_LENGTH_MAX, LINKS_PER_PAGE_MAX } from '../../core/crawl/found-links.ts';
import { buildPageKey, normalizePageUrl } from '../../core/crawl/page-address.ts';
import { compareAddresses } from '../../core/crawl/page-order.ts';
import { isRisky } from '../../core/crawl/risky-links.ts';
import { getBareHost, isSameSite } from '../../core/crawl/same-site.ts';
import { URL_LENGTH_MAX } from '../../core/sites/url.ts';
import { StepTimeoutError } from './clock.ts';
import { collectLinks, type LinkLimits, type RawLink } from './in-page/collect-links.ts';
import type { OpenPage } from './open-page.ts';
import { callInWorld, type World } from './world.ts';

/** Limits for hostile pages. Ordinary pages have far fewer and shorter links. */
const limits: LinkLimits = { links: 20_000, url: URL_LENGTH_MAX, words: 200, total: 4_000_000 };
const TIMEOUT_MS = 5_000;

export interface PageLinks {
  links: RawLink[];
  /** Number of links that were not read, or are longer than the limit. */
  omitted: number;
}

/**
 * Reads the links of a settled document and of its open shadow roots. Links in frames are not read: a framed document
 * of the site is usually made only for the frame, and other framed documents do not belong to the site.
 * @param finalUrl URL of the document after redirects
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
 * Returns the links of a page to other pages of its site, each page once. If there are too many, returns those whose
 * addresses sort first.
 */
export function selectSiteLinks(
  { links, omitted }: PageLinks,
  finalUrl: string,
  address: { hashRoutes: boolean },
): FoundLinks {
  const self = buildPageKey(finalUrl, address);
  const byKey = new Map<string, { url: string; risky: boolean }>();
  let tooLong = 0;
  for (const link of links) {
    if (!isSameSite(finalUrl, link.url)) continue;
    const key = buildPageKey(link.url, address);
    if (key === self) continue;
    const url = normalizePageUrl(link.url, address);
    // The browser limits the length, but this may encode more characters than the browser does.
    if (url.length > URL_LENGTH_MAX) {
      tooLong += 1;
      continue;
    }
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
    cut: omitted + tooLong + sorted.length - kept.length,
  };
}

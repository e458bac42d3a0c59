import { hash } from 'node:crypto';
import { normalizePageUrl } from '../crawl/page-address.ts';
import { normalizePercentEncoding } from '../crawl/percent-encoding.ts';
import { getBareHost } from '../crawl/same-site.ts';
import { removeTrailing } from '../text/remove-trailing.ts';
import { sortQuery } from './normalize-address.ts';

/**
 * Returns the home origins of a site in one scan: pages at these origins are distinguished by path and query only.
 * @param startUrls the start URL, then the listed pages
 * @param adoptedOrigin the origin that the start URL redirected to; null if it did not redirect
 */
export function getHomeOrigins(startUrls: readonly string[], adoptedOrigin: string | null): string[] {
  const [startUrl] = startUrls;
  const start = startUrl === undefined ? null : URL.parse(startUrl);
  return [
    ...new Set([
      ...(start === null ? [] : [start.origin]),
      ...(adoptedOrigin === null ? [] : [adoptedOrigin]),
    ]),
  ];
}

/**
 * Returns the identity of a page across scans: path and query for a page at a home origin, so that it is the same page
 * on a test server and in production; also the host for a listed page at another origin. Tracking parameters, the order
 * of parameters, the trailing slash and the percent-encoding make no difference.
 * @param home see `getHomeOrigins`; scheme, `www.` and port make no difference
 */
export function buildPageIdentity(url: string, home: readonly string[], hashRoutes: boolean): string {
  const page = URL.parse(url);
  if (page === null) return url;
  const bare = new URL(normalizePageUrl(url, { hashRoutes }));
  const hosts = home.flatMap((origin) => URL.parse(origin) ?? []).map(getBareHost);
  const path = removeTrailing(bare.pathname, '/') || '/';
  const query = sortQuery(bare.search.slice(1).split('&'));
  const rest = `${path}${query === '' ? '' : `?${query}`}${removeTrailing(bare.hash, '/')}`;
  return normalizePercentEncoding(hosts.includes(getBareHost(bare)) ? rest : `${getBareHost(bare)}${rest}`);
}

const DIGEST_LENGTH = 16;

/**
 * Returns a digest of an identity for reports. Addresses in reports lack the parts that may be secret; the digest
 * distinguishes pages that differ only in these parts. It reveals no more than the fingerprints of the page, which also
 * depend on the whole identity.
 * @returns 16 hexadecimal digits; never equal to an identity
 */
export function hashIdentity(identity: string): string {
  return hash('sha256', JSON.stringify(['page', identity]), 'hex').slice(0, DIGEST_LENGTH);
}

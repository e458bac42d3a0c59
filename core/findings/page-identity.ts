import { hash } from 'node:crypto';
import { normalizePageUrl } from '../crawl/page-address.ts';
import { normalizePercentEncoding } from '../crawl/percent-encoding.ts';
import { getBareHost } from '../crawl/same-site.ts';
import { sortQuery } from './sort-query.ts';

/**
 * The origins at which a site is at home in one scan: pages of these are told apart by path and query alone.
 * @param startUrls the start URL, then the listed pages
 * @param adoptedOrigin where the start URL moved to, if it did
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
 * What a page is called from scan to scan: path and query for one of the site's home, so that it is the same page on
 * a test server and in production; host and path for a listed page elsewhere. Tracking parameters, the order of
 * parameters, the trailing slash and the spelling of octets make no difference.
 * @param home see `getHomeOrigins`; scheme, `www.` and port make no difference
 */
export function buildPageIdentity(url: string, home: readonly string[], hashRoutes: boolean): string {
  const page = URL.parse(url);
  if (page === null) return url;
  const bare = new URL(normalizePageUrl(url, { hashRoutes }));
  const hosts = home.flatMap((origin) => URL.parse(origin) ?? []).map(getBareHost);
  const path = bare.pathname.replace(/\/+$/, '') || '/';
  const query = sortQuery(bare.search.slice(1).split('&'));
  const rest = `${path}${query === '' ? '' : `?${query}`}${bare.hash.replace(/\/+$/, '')}`;
  return normalizePercentEncoding(hosts.includes(getBareHost(bare)) ? rest : `${getBareHost(bare)}${rest}`);
}

const DIGEST_LENGTH = 16;

/**
 * An identity for a report, whose addresses lack what may be secret: pages that differ in that alone are told apart by
 * it. No more can be guessed from it than from the fingerprints of the page, which are made of its whole identity too.
 * @returns 16 hexadecimal digits, which no identity is
 */
export function hashIdentity(identity: string): string {
  return hash('sha256', JSON.stringify(['page', identity]), 'hex').slice(0, DIGEST_LENGTH);
}

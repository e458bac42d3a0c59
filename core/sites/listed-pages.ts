import { buildPageKey, isHashRoute } from '../crawl/page-address.ts';
import type { SiteCrawl } from './site-crawl.ts';
import { isHttpUrl, normalizeUrl, URL_LENGTH_MAX } from './url.ts';

/** Maximum length of all listed pages together, as URLs: what a list of sites and the item of a site can hold. */
export const PAGES_LENGTH_MAX = 100_000;

/** The members of a site that name pages. */
interface NamedPages {
  /** Start URL. */
  url: string;
  /** Listed pages: paths that begin with `/`, or URLs on the start URL's origin. */
  pages: string[];
}

/** A conflict between members of a site that are valid by themselves. */
export interface SiteFault {
  path: (string | number)[];
  message: string;
}

/**
 * Returns the conflicts between valid members of a site: its listed pages, and `maxPages` compared with their number.
 */
export function findSiteFaults(site: NamedPages & Pick<SiteCrawl, 'maxPages' | 'hashRoutes'>): SiteFault[] {
  const ofPages = findPageFaults(site).map(({ index, message }) => ({ path: ['pages', index], message }));
  if (ofPages.length > 0 || site.maxPages === null) return ofPages;
  const message = findMaxPagesFault(site.maxPages, listStartUrls(site, site.url, site.hashRoutes).length);
  return message === null ? [] : [{ path: ['maxPages'], message }];
}

/** Returns why `maxPages` is too small for a number of start URLs, or null if it is not. */
export function findMaxPagesFault(maxPages: number, startUrls: number): string | null {
  return maxPages < startUrls
    ? `must be at least ${startUrls}, the number of the start URL and the listed pages; it is ${maxPages}`
    : null;
}

/**
 * Returns the listed pages that are invalid, too long or not on the origin of the start URL, by their index in the
 * list.
 */
export function findPageFaults({ url, pages }: NamedPages): { index: number; message: string }[] {
  const { origin } = new URL(url);
  let total = 0;
  return pages.flatMap((page, index) => {
    if (!page.startsWith('/') && !isHttpUrl(page)) {
      return [{ index, message: `must be a path that begins with / or a URL on ${origin}` }];
    }
    if (!URL.canParse(page, url)) return [{ index, message: 'must be a valid path or URL' }];
    const resolved = new URL(page, url);
    if (resolved.origin !== origin || !isHttpUrl(resolved.href)) {
      return [{ index, message: `must be on the site's origin, ${origin}` }];
    }
    const { length } = resolved.href;
    if (length > URL_LENGTH_MAX) {
      return [{ index, message: `must be at most ${URL_LENGTH_MAX} characters as a URL; it is ${length}` }];
    }
    total += length;
    return total > PAGES_LENGTH_MAX
      ? [
          {
            index,
            message: `must not make all listed pages together longer than ${PAGES_LENGTH_MAX} characters`,
          },
        ]
      : [];
  });
}

/**
 * Returns the URLs that every scan of the site scans, each page once: the start URL, then the listed pages, all on the
 * origin of the start URL. `startUrl` replaces the site's own, e.g. for a preview deployment. Fragments are
 * dropped, unless they are routes and `hashRoutes` is set.
 */
export function listStartUrls(site: NamedPages, startUrl: string = site.url, hashRoutes = false): string[] {
  const start = new URL(startUrl);
  const listed = site.pages.map((page) => {
    const { pathname, search, hash } = new URL(page, site.url);
    // Assigned, not resolved: a path such as //a would be parsed as a host.
    const url = new URL(start.origin);
    url.pathname = pathname;
    url.search = search;
    url.hash = hash;
    return url;
  });
  return dedupePageUrls([start, ...listed], hashRoutes);
}

/**
 * Returns the normalized URLs, the first one of each page. Fragments are dropped, unless they are routes and
 * `hashRoutes` is set.
 */
export function dedupePageUrls(urls: readonly URL[], hashRoutes: boolean): string[] {
  const pages = new Map<string, string>();
  for (const { href, hash } of urls) {
    const url = normalizeUrl(href) + (hashRoutes && isHashRoute(hash) ? hash : '');
    const key = buildPageKey(url, { hashRoutes });
    if (!pages.has(key)) pages.set(key, url);
  }
  return [...pages.values()];
}

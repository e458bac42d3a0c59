import { hash } from 'node:crypto';
import type { CrawlSettings } from '../crawl/crawl-settings.ts';
import { buildPageIdentity, getHomeOrigins } from '../findings/page-identity.ts';
import { REDACTED } from '../redaction/secret-names.ts';
import type { SiteState } from './site-state.ts';

const KEY_LENGTH = 16;

/**
 * Returns a key that is equal for scans that find their pages in the same way, from the same start page and with the
 * same listed pages; null for scans that find none. 16 hexadecimal digits.
 */
export function computeDiscoveryKey({ startUrls, settings: { crawl } }: DiscoveryStart): string | null {
  if (crawl.crawl === 'none') return null;
  const members = Object.entries(crawl).sort(([a], [b]) => (a < b ? -1 : 1));
  const home = getHomeOrigins(startUrls, null);
  const given = startUrls.map((url) => buildPageIdentity(url, home, crawl.hashRoutes));
  return hash('sha256', JSON.stringify([members, given]), 'hex').slice(0, KEY_LENGTH);
}

/** Where a scan starts, and how it finds further pages. */
interface DiscoveryStart {
  /** The start URL, then the listed pages. */
  startUrls: readonly string[];
  settings: { crawl: CrawlSettings };
}

/** A page that an earlier scan judged. */
export interface PageJudgedBefore {
  identity: string;
  /** Path, query and fragment. */
  path: string;
  /** Whether nothing led to the page already. */
  wasRevisited: boolean;
}

/**
 * Returns the pages at the home of a site that a scan itself judged. Those whose address may contain a secret are
 * omitted: the state does not have it.
 */
export function listJudgedPages({ scanId, runs, pages }: SiteState): PageJudgedBefore[] {
  return Object.entries(pages).flatMap(([identity, { url, rules, revisited = false }]) => {
    const address = identity.startsWith('/') ? URL.parse(url) : null;
    const isJudged = Object.values(rules).some(({ run }) => runs[run]?.scanId === scanId);
    if (address === null || !isJudged || url.includes(REDACTED)) return [];
    const path = address.pathname + address.search + address.hash;
    return { identity, path, wasRevisited: revisited };
  });
}

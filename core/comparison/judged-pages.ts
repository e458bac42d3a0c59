import { hash } from 'node:crypto';
import type { CrawlSettings } from '../crawl/crawl-settings.ts';
import { REDACTED } from '../redaction/secret-names.ts';
import type { SiteState } from './site-state.ts';

const KEY_LENGTH = 16;

/**
 * Returns a key that is equal for scans that find their pages in the same way; null for scans of listed pages, which
 * find none. 16 hexadecimal digits.
 */
export function computeDiscoveryKey(settings: CrawlSettings): string | null {
  if (settings.crawl === 'none') return null;
  const members = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(members), 'hex').slice(0, KEY_LENGTH);
}

/** A page that a scan judged. */
export interface JudgedPage {
  identity: string;
  /** Path, query and fragment. */
  path: string;
}

/**
 * Returns the pages at the home of a site that a scan itself judged. Those whose address may contain a secret are
 * omitted: the state does not have it.
 */
export function listJudgedPages({ scanId, runs, pages }: SiteState): JudgedPage[] {
  return Object.entries(pages).flatMap(([identity, { url, rules }]) => {
    const address = identity.startsWith('/') ? URL.parse(url) : null;
    const isJudged = Object.values(rules).some(({ run }) => runs[run]?.scanId === scanId);
    if (address === null || !isJudged || url.includes(REDACTED)) return [];
    return { identity, path: address.pathname + address.search + address.hash };
  });
}

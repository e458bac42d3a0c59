import type { CrawlSettings } from './crawl-settings.ts';
import { isFile } from './file-address.ts';
import { type Found, FoundPages } from './found-pages.ts';
import type { NotAttemptedReason } from './not-attempted.ts';
import { urlFilter } from './url-glob.ts';

/** What decides whether a found page may belong to a scan. */
export interface CrawlRules {
  settings: CrawlSettings;
  /** Where pages are opened: the origin of the start URL, or the one of the same site that it moved to. */
  origin: string;
  /** Whether the pages are opened with the site's credentials. */
  signedIn: boolean;
  /** What robots.txt says. */
  allowed: (url: string) => boolean;
}

/**
 * The pages that the addresses stand for, each once, in the order in which they are chosen. It depends on the
 * addresses alone: neither on their order nor on how often they were found.
 */
export function candidatesOf(found: Iterable<Found>, { origin, settings }: CrawlRules): Found[] {
  const pages = new FoundPages(origin, settings);
  for (const one of found) pages.add(one);
  return pages.list();
}

/** Tells why a found page is left out; undefined when it may be chosen. */
export function judge({ settings, signedIn, allowed }: CrawlRules) {
  const matches = urlFilter(settings);
  return ({ url, risky }: Found): NotAttemptedReason | undefined => {
    if (isFile(url)) return 'file';
    if (!matches(url)) return 'pattern';
    if (settings.robots === 'obey' && !allowed(url)) return 'robots';
    return risky && signedIn ? 'risky' : undefined;
  };
}

import type { SiteDiscovery } from '../../core/crawl/site-discovery.ts';
import type { Resolve } from '../egress/connect.ts';
import type { EgressPolicy } from '../egress/policy.ts';
import { fetchGuarded } from './guarded-fetch.ts';
import { Notes } from './notes.ts';
import { disallowAll, parseRobots, type RobotsFile, WILDCARD_RULES_MAX } from './robots.ts';
import { readSitemaps } from './sitemaps.ts';

/** Wall-clock limits of a site discovery and of one of its requests, in milliseconds. */
const DISCOVERY_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Maximum size of a robots.txt in bytes: the minimum that RFC 9309 section 2.5 requires. */
const ROBOTS_BYTES_MAX = 500 * 1024;

export interface ReadSiteOptions {
  egress: EgressPolicy;
  resolve?: Resolve;
  userAgent: string;
  /** True to read the sitemaps too; false to read only robots.txt. */
  sitemap: boolean;
  /** Whether to obey robots.txt. Default: `obey`. It is read in both cases, because it names the sitemaps. */
  robots?: 'obey' | 'ignore';
  /** True if addresses that differ in `#/…` or `#!/…` are different pages. Default: false. */
  hashRoutes?: boolean;
  /** True for pages that may be chosen. Others do not count toward the limit of pages. Default: all. */
  accept?: (url: string) => boolean;
  /** Wall-clock limit of the site discovery in milliseconds. Default: 20 s. */
  timeoutMs?: number;
  /** Ends the site discovery in the same way as its timeout. */
  signal?: AbortSignal;
}

/** Reads robots.txt and the sitemaps of the site of a URL. Never throws because of an error of the site. */
export async function readSite(startUrl: string, options: ReadSiteOptions): Promise<SiteDiscovery> {
  const {
    timeoutMs = DISCOVERY_TIMEOUT_MS,
    robots: robotsMode = 'obey',
    hashRoutes = false,
    accept = () => true,
  } = options;
  const { origin } = new URL(startUrl);
  const notes = new Notes();
  const clock = new AbortController();
  const stop = () => clock.abort();
  const timer = setTimeout(stop, timeoutMs);
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted) stop();
  const { egress, resolve, userAgent } = options;
  const request = { egress, resolve, userAgent, timeoutMs: REQUEST_TIMEOUT_MS, signal: clock.signal };
  try {
    const robots = await fetchRobots(origin, request, notes, robotsMode);
    // If robots.txt disallows all other pages, a list of them is useless.
    const sitemap = options.sitemap && !(robotsMode === 'obey' && robots.rules === disallowAll);
    const pages = { site: startUrl, hashRoutes, accept };
    const sitemapUrls = sitemap
      ? await readSitemaps(origin, robots.sitemaps, { ...request, pages, notes })
      : [];
    return { robots: robots.rules, sitemapUrls, notes: notes.list() };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

type Request = Omit<Parameters<typeof fetchGuarded>[2], 'maxBytes'>;

/**
 * Fetches and parses robots.txt. By RFC 9309 section 2.3.1, a robots.txt that does not exist (4xx, or a redirect that
 * is not followed) allows everything. One that may exist but cannot be fetched (5xx, no connection) disallows
 * everything.
 */
async function fetchRobots(
  origin: string,
  request: Request,
  notes: Notes,
  robotsMode: 'obey' | 'ignore',
): Promise<RobotsFile> {
  const chunks: Buffer[] = [];
  const fetched = await fetchGuarded(
    `${origin}/robots.txt`,
    (chunk) => {
      chunks.push(chunk);
      return true;
    },
    { ...request, maxBytes: ROBOTS_BYTES_MAX },
  );
  if (!fetched.answered && fetched.redirected) {
    notes.add(`robots.txt ${fetched.why} and was not read. By RFC 9309 it then disallows nothing.`);
    return { rules: '', skipped: 0, sitemaps: [] };
  }
  const why = findFault(fetched);
  if (why !== null) {
    const effect = 'By RFC 9309 it then disallows every page, so only the requested pages are scanned';
    notes.add(
      `robots.txt ${why}. ${robotsMode === 'obey' ? effect : 'Sitemaps that only it names were not read'}.`,
    );
    return { rules: disallowAll, skipped: 0, sitemaps: [] };
  }
  const text = Buffer.concat(chunks).toString();
  const tooLong = fetched.answered && fetched.end === 'too-long';
  if (tooLong) notes.add('robots.txt is longer than 500 KiB. Only its first 500 KiB were read.');
  // A truncated rule would be a different rule, so the last, incomplete line is removed.
  const whole = tooLong ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) : text;
  const robotsFile = parseRobots(whole);
  if (robotsMode === 'obey' && robotsFile.skipped > 0) notes.add(formatSkippedRulesNote(robotsFile.skipped));
  return robotsFile;
}

function formatSkippedRulesNote(count: number): string {
  const limit = `robots.txt has more than ${WILDCARD_RULES_MAX} rules with * or $ for this service`;
  return `${limit}. The first ${WILDCARD_RULES_MAX} apply; ${count} further rules were skipped.`;
}

/** Returns why a robots.txt that may exist could not be fetched; null if it was fetched or does not exist. */
function findFault(fetched: Awaited<ReturnType<typeof fetchGuarded>>): string | null {
  if (!fetched.answered) return fetched.why;
  if (fetched.status >= 500) return `was answered with the status ${fetched.status}`;
  return fetched.end === 'broken' ? fetched.why : null;
}

import type { SiteDiscovery } from '../../core/crawl/site-discovery.ts';
import type { Resolve } from '../egress/connect.ts';
import type { EgressPolicy } from '../egress/policy.ts';
import { fetchGuarded } from './guarded-fetch.ts';
import { Notes } from './notes.ts';
import { disallowAll, parseRobots, type RobotsFile, WILDCARD_RULES_MAX } from './robots.ts';
import { readSitemaps } from './sitemaps.ts';

/** Wall clock of a whole reading, and of one request of it, in milliseconds. */
const DISCOVERY_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Of a robots.txt, in bytes: what RFC 9309 section 2.5 asks for at least. */
const ROBOTS_BYTES_MAX = 500 * 1024;

export interface ReadSiteOptions {
  egress: EgressPolicy;
  resolve?: Resolve;
  userAgent: string;
  /** Whether the sitemaps are wanted, or only robots.txt. */
  sitemap: boolean;
  /** Whether robots.txt is heeded; `obey` unless given. It is read in any case, for it names the sitemaps. */
  robots?: 'obey' | 'ignore';
  /** Whether `#/…` and `#!/…` name pages of their own; false unless given. */
  hashRoutes?: boolean;
  /** Which pages of the sitemaps may be chosen at all, so that no others take their room; all unless given. */
  accept?: (url: string) => boolean;
  /** Wall clock of the whole reading in milliseconds; 20 s unless given. */
  timeoutMs?: number;
  /** Ends the reading as if its time were up. */
  signal?: AbortSignal;
}

/** Reads robots.txt and the sitemaps of the site that a URL is on. Never throws for a fault of the site's. */
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
    // Who may open nothing but what was asked for has no use for a list of the rest.
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
 * By RFC 9309 section 2.3.1: a robots.txt that is not there (4xx, or a redirect that is not followed) allows
 * everything; one that may be there but cannot be had (5xx, no connection) is taken to disallow everything.
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
    notes.add(`robots.txt ${fetched.why} and was not read; by RFC 9309 it then disallows nothing.`);
    return { rules: '', skipped: 0, sitemaps: [] };
  }
  const why = findFault(fetched);
  if (why !== null) {
    const effect =
      'by RFC 9309 it then disallows every page, so only the pages that were asked for are scanned';
    notes.add(
      `robots.txt ${why}; ${robotsMode === 'obey' ? effect : 'any sitemaps that it names are not known'}.`,
    );
    return { rules: disallowAll, skipped: 0, sitemaps: [] };
  }
  const text = Buffer.concat(chunks).toString();
  const tooLong = fetched.answered && fetched.end === 'too-long';
  if (tooLong) notes.add('robots.txt is longer than 500 KiB; only its first 500 KiB were read.');
  // Half a rule is another rule.
  const whole = tooLong ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) : text;
  const robotsFile = parseRobots(whole);
  if (robotsMode === 'obey' && robotsFile.skipped > 0) notes.add(formatSkippedRulesNote(robotsFile.skipped));
  return robotsFile;
}

function formatSkippedRulesNote(count: number): string {
  const kept = `robots.txt has more than ${WILDCARD_RULES_MAX} rules with * or $ for this service`;
  return `${kept}; the first ${WILDCARD_RULES_MAX} are heeded, and the ${count} further ones were passed over.`;
}

/** Why a robots.txt that may be there could not be had; null when it was, or is not there. */
function findFault(fetched: Awaited<ReturnType<typeof fetchGuarded>>): string | null {
  if (!fetched.answered) return fetched.why;
  if (fetched.status >= 500) return `was answered with the status ${fetched.status}`;
  return fetched.end === 'broken' ? fetched.why : null;
}

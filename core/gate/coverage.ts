import { isScanned, type PageOutcome, pageOutcomes } from '../scans/page-outcome.ts';
import type { ScanStatus } from '../scans/scan.ts';
import type { Reason } from './gate.ts';
import type { PageCoverage } from './not-judged.ts';

/** A page that the scan began with and that was not scanned. */
interface MissedPage {
  url: string;
  outcome: PageOutcome;
}

/** What is read of a page to find out how much of a scan was done. */
interface CoveredPage {
  requestedUrl: string;
  outcome: PageOutcome;
  incomplete?: boolean;
}

/** How much of what a scan set out to do was done. */
export interface Coverage {
  /** Pages that were scanned, wholly or in part. */
  scanned: number;
  /**
   * Pages that were opened, or would have been had their server been reached; without broken links. Of broken links no
   * more are excluded than pages were scanned, and none to a page that was scanned before: a site that answers 404
   * nearly everywhere, or where pages vanish, is out of order.
   */
  attempted: number;
  /** Broken links to pages that were scanned before; absent where there are none. */
  lost?: number;
  /**
   * Those of the attempted pages that were scanned, or turned out to be another page, which was. Of the latter no more
   * count than were scanned: a site whose addresses nearly all lead to one page is out of order, or wants a login.
   */
  covered: number;
  /** Pages that were scanned although they may not have shown all of their content. */
  incomplete: { count: number; urls: string[]; isGiven: boolean };
  /** The start URL, if it is not covered. */
  start: MissedPage | null;
  /** The listed pages that were not scanned themselves. */
  listed: MissedPage[];
}

/** What a decision depends on beside the findings. */
export interface GateFacts {
  status: ScanStatus;
  coverage: Coverage;
  /** Pages of the scan with what each rule did on them. */
  pages: readonly PageCoverage[];
  /** Those of `includeSelectors` that select nothing on any page that was scanned. */
  selectorsUnmatched: readonly string[];
  /** The rules of the scan. */
  ruleIds: readonly string[];
  hasBaseline: boolean;
}

const LISTED_NAMED = 5;
/** Hundredths of pages that are nobody's: what binary fractions make of a percentage such as 32.2. */
const ROUNDING = 1e-6;

/**
 * The coverage of a scan.
 * @param pages in the order of the report, after duplicates were marked
 * @param givenPages how many of them, at the beginning, are the start URL and the listed pages
 * @param lost how many of the broken links are pages that the baseline knows as scanned
 */
export function computeCoverage(pages: readonly CoveredPage[], givenPages: number, lost = 0): Coverage {
  const missed = pages
    .slice(0, givenPages)
    .map(({ requestedUrl, outcome }, index) => ({ url: requestedUrl, outcome, isStart: index === 0 }))
    // What the start URL leads to is the start page; whoever lists a page wants that one to be seen, and no other.
    .filter(({ outcome, isStart }) => !(isStart ? isCovered(outcome) : isScanned(outcome)));
  const view = ({ url, outcome }: MissedPage): MissedPage => ({ url, outcome });
  const scanned = pages.filter(({ outcome }) => isScanned(outcome)).length;
  const broken = pages.filter(({ outcome }) => outcome === 'broken-link').length;
  const cutShort = pages.filter(isScannedIncomplete);
  const led = pages.filter(({ outcome }) => outcome === 'duplicate-redirect').length;
  return {
    scanned,
    attempted:
      pages.filter(({ outcome }) => outcome !== 'not-attempted').length - Math.min(broken - lost, scanned),
    ...(lost > 0 ? { lost } : {}),
    covered: scanned + Math.min(led, scanned),
    incomplete: {
      count: cutShort.length,
      urls: cutShort.slice(0, LISTED_NAMED).map(({ requestedUrl }) => requestedUrl),
      isGiven: pages.slice(0, givenPages).some(isScannedIncomplete),
    },
    start: missed.filter(({ isStart }) => isStart).map(view)[0] ?? null,
    listed: missed.filter(({ isStart }) => !isStart).map(view),
  };
}

/** Whether a page was scanned although it may not have shown all of its content. */
function isScannedIncomplete({ outcome, incomplete = false }: CoveredPage): boolean {
  return isScanned(outcome) && incomplete;
}

/** A page that redirected to one that the scan has is covered by that one. */
function isCovered(outcome: PageOutcome): boolean {
  return isScanned(outcome) || outcome === 'duplicate-redirect';
}

/** What keeps a decision from being sound, of how the scan went. @param minCoverage in percent */
export function listCoverageReasons(
  minCoverage: number,
  { status, coverage }: Pick<GateFacts, 'status' | 'coverage'>,
): Reason[] {
  const { scanned, attempted, covered, lost = 0, incomplete, start, listed } = coverage;
  const reasons: Reason[] = [];
  const add = (code: Reason['code'], count: number | null, message: string) =>
    reasons.push({ code, result: 'inconclusive', message, count });
  if (scanned === 0) {
    const message =
      attempted === 0
        ? 'No page was scanned, for none was attempted.'
        : `None of ${attempted} attempted pages was scanned.`;
    add('no-page-scanned', attempted, attempted === 1 ? 'The only page was not scanned.' : message);
  }
  if (start !== null) add('start-page-not-scanned', 1, `The start page was not scanned: ${told(start)}`);
  if (listed.length > 0) {
    const more = listed.length - LISTED_NAMED;
    const named = listed.slice(0, LISTED_NAMED).map(told).join(' ');
    const verb = listed.length === 1 ? 'listed page was' : 'listed pages were';
    const rest = more > 0 ? ` And ${more} more.` : '';
    add('listed-page-not-scanned', listed.length, `${listed.length} ${verb} not scanned: ${named}${rest}`);
  }
  if (covered * 100 < minCoverage * attempted - ROUNDING) {
    const percent = Math.floor((covered * 1_000) / attempted) / 10;
    const message = `${covered} of ${attempted} pages that count for the coverage were scanned: ${percent} %, and ${minCoverage} % are needed.`;
    add('low-coverage', attempted - covered, message + describeLost(lost));
  }
  const isEnough = (covered - incomplete.count) * 100 >= minCoverage * attempted - ROUNDING;
  if (incomplete.count > 0 && (incomplete.isGiven || !isEnough)) {
    const more = incomplete.count > incomplete.urls.length ? ', …' : '';
    const message = `${incomplete.count} of ${scanned} scanned pages may not have shown all of their content when the rules ran: ${incomplete.urls.join(', ')}${more}. If a page never comes to rest, say by waitFor which element shows that it is ready.`;
    add('page-incomplete', incomplete.count, message);
  }
  if (status !== 'completed' && !(status === 'failed' && scanned === 0)) {
    const what = status === 'cancelled' ? 'was cancelled' : status === 'failed' ? 'failed' : 'has not ended';
    add('scan-incomplete', null, `The scan ${what} before it ran to its end.`);
  }
  return reasons;
}

/** Says what people can do about pages that vanished; empty for none. */
function describeLost(lost: number): string {
  if (lost === 0) return '';
  const [pages, links] = lost === 1 ? ['1 page', 'it'] : [`${lost} pages`, 'them'];
  return ` ${pages} that ${lost === 1 ? 'was scanned before no longer exists' : 'were scanned before no longer exist'} (404 or 410), and links still lead to ${links}: restore ${links}, or remove the links.`;
}

function told({ url, outcome }: MissedPage): string {
  return `${url} – ${pageOutcomes[outcome].sentence}`;
}

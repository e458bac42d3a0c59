import { isScanned, type PageOutcome, pageOutcomes } from '../scans/page-outcome.ts';
import type { ScanStatus } from '../scans/scan.ts';
import type { Reason } from './gate.ts';
import type { PageCoverage } from './not-judged.ts';
import type { EarlierPage } from './shrinkage.ts';

/** A start URL or listed page that was not scanned. */
interface MissedPage {
  url: string;
  outcome: PageOutcome;
}

/** The members of a page that its coverage is computed from. */
interface CoveredPage {
  requestedUrl: string;
  outcome: PageOutcome;
  incomplete?: boolean;
  hasNotStarted?: boolean | undefined;
  framesNotJudged?: number;
}

/** How many of the attempted pages a scan covered. */
export interface Coverage {
  /** Pages that were scanned, wholly or in part. */
  scanned: number;
  /**
   * Number of pages that the scan tried to open, minus those that are gone and nothing leads to, those behind a
   * login that the scan was not given, and those with the outcome `broken-link`. Of the latter, at most as many
   * are subtracted as pages were scanned, and none that the baseline scanned. Otherwise a site that returns 404
   * nearly everywhere, or where pages vanish, could pass.
   */
  attempted: number;
  /** Broken links to pages that the baseline scanned; absent if there is no such link. */
  lost?: number;
  /**
   * Attempted pages that were scanned, or that redirected to a scanned page. The number of redirected pages that count
   * is limited to the number of scanned pages: if nearly all addresses of a site lead to one page, the site is broken
   * or requires a login.
   */
  covered: number;
  /**
   * Pages that were scanned although they may not have shown all of their content. `urls` has the first of them;
   * `isGiven`: the start URL or a listed page is among them.
   */
  incomplete: { count: number; urls: string[]; isGiven: boolean };
  /** The start URL, if it is not covered. */
  start: MissedPage | null;
  /** The listed pages that were not scanned themselves. */
  listed: MissedPage[];
}

/** Facts that a decision depends on besides the findings. */
export interface GateFacts {
  status: ScanStatus;
  coverage: Coverage;
  /** Pages of the scan, with the outcome of each rule. */
  pages: readonly PageCoverage[];
  /** The selectors of `includeSelectors` that match nothing on any scanned page. */
  selectorsUnmatched: readonly string[];
  /** The rules of the scan. */
  ruleIds: readonly string[];
  hasBaseline: boolean;
  /** See `listShrinkageReasons`. */
  earlierPages: readonly EarlierPage[];
}

const LISTED_NAMED = 5;
/** Tolerance, in hundredths of a page, for the rounding errors of percentages such as 32.2 in binary fractions. */
const ROUNDING = 1e-6;

/**
 * Returns the coverage of a scan.
 * @param pages in the order of the report, with duplicates flagged
 * @param givenPages how many of them, at the beginning, are the start URL and the listed pages
 * @param counts.lost how many of the broken links lead to pages that the baseline scanned
 * @param counts.behindLogin how many pages ask for a login that the scan was not given; none that the user or the
 *   baseline names
 */
export function computeCoverage(
  pages: readonly CoveredPage[],
  givenPages: number,
  { lost, behindLogin }: { lost: number; behindLogin: number } = { lost: 0, behindLogin: 0 },
): Coverage {
  const missed = pages
    .slice(0, givenPages)
    .map(({ requestedUrl, outcome }, index) => ({ url: requestedUrl, outcome, isStart: index === 0 }))
    // A redirected start URL is covered by its target. A listed page must be scanned itself.
    .filter(({ outcome, isStart }) => !(isStart ? isCovered(outcome) : isScanned(outcome)));
  const view = ({ url, outcome }: MissedPage): MissedPage => ({ url, outcome });
  const scanned = pages.filter(({ outcome }) => isScanned(outcome)).length;
  const brokenLinks = pages.filter(({ outcome }) => outcome === 'broken-link').length;
  const incompletePages = pages.filter(isScannedIncomplete);
  const redirected = pages.filter(({ outcome }) => outcome === 'duplicate-redirect').length;
  return {
    scanned,
    attempted:
      pages.filter(({ outcome }) => outcome !== 'not-attempted' && outcome !== 'gone').length -
      behindLogin -
      Math.min(brokenLinks - lost, scanned),
    ...(lost > 0 ? { lost } : {}),
    covered: scanned + Math.min(redirected, scanned),
    incomplete: {
      count: incompletePages.length,
      urls: incompletePages.slice(0, LISTED_NAMED).map(({ requestedUrl }) => requestedUrl),
      isGiven: pages.slice(0, givenPages).some(isScannedIncomplete),
    },
    start: missed.filter(({ isStart }) => isStart).map(view)[0] ?? null,
    listed: missed.filter(({ isStart }) => !isStart).map(view),
  };
}

/**
 * True if a page was scanned, but may not have shown all of its content. One that has not started, or that a dialog
 * hides, has its own reason.
 */
function isScannedIncomplete(page: CoveredPage): boolean {
  const { outcome, incomplete = false, hasNotStarted = false, framesNotJudged = 0 } = page;
  return isScanned(outcome) && incomplete && !hasNotStarted && framesNotJudged === 0;
}

/** True if a page was scanned, or redirected to a page of the scan. */
function isCovered(outcome: PageOutcome): boolean {
  return isScanned(outcome) || outcome === 'duplicate-redirect';
}

/**
 * Returns the reasons, from the course of the scan, why a decision would not be reliable. @param minCoverage in percent
 */
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
        ? 'No page was scanned, because none was attempted.'
        : `None of ${attempted} attempted pages was scanned.`;
    add('no-page-scanned', attempted, attempted === 1 ? 'The only page was not scanned.' : message);
  }
  if (start !== null)
    add('start-page-not-scanned', 1, `The start page was not scanned: ${describeMissedPage(start)}`);
  if (listed.length > 0) {
    const more = listed.length - LISTED_NAMED;
    const named = listed.slice(0, LISTED_NAMED).map(describeMissedPage).join(' ');
    const verb = listed.length === 1 ? 'listed page was' : 'listed pages were';
    const rest = more > 0 ? ` And ${more} more.` : '';
    add('listed-page-not-scanned', listed.length, `${listed.length} ${verb} not scanned: ${named}${rest}`);
  }
  if (covered * 100 < minCoverage * attempted - ROUNDING) {
    const percent = Math.floor((covered * 1_000) / attempted) / 10;
    const message = `${covered} of ${attempted} pages that count for the coverage were scanned: ${percent} %. The minimum is ${minCoverage} %.`;
    add('low-coverage', attempted - covered, message + describeLost(lost));
  }
  const isEnough = (covered - incomplete.count) * 100 >= minCoverage * attempted - ROUNDING;
  if (incomplete.count > 0 && (incomplete.isGiven || !isEnough)) {
    const more = incomplete.count > incomplete.urls.length ? ', …' : '';
    const message = `${incomplete.count} of ${scanned} scanned pages may not have shown all of their content when the rules ran: ${incomplete.urls.join(', ')}${more}. If a page never stops changing, set waitFor to an element that shows that it is ready.`;
    add('page-incomplete', incomplete.count, message);
  }
  if (status !== 'completed' && !(status === 'failed' && scanned === 0)) {
    const what = status === 'cancelled' ? 'was cancelled' : status === 'failed' ? 'failed' : 'has not ended';
    add('scan-incomplete', null, `The scan ${what}, so its results may be incomplete.`);
  }
  return reasons;
}

/** Returns a sentence on what to do about pages that vanished; empty if no page vanished. */
function describeLost(lost: number): string {
  if (lost === 0) return '';
  const [pages, links] = lost === 1 ? ['1 page', 'it'] : [`${lost} pages`, 'them'];
  return ` ${pages} that ${lost === 1 ? 'was scanned before no longer exists' : 'were scanned before no longer exist'} (404 or 410), and links still lead to ${links}: restore ${links}, or remove the links.`;
}

function describeMissedPage({ url, outcome }: MissedPage): string {
  return `${url} – ${pageOutcomes[outcome].sentence}`;
}

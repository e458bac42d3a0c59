import { isBestPractice } from '../rule-sets/rules.ts';
import { getRuleImpact } from '../scans/page-finding.ts';
import { isScanned, type PageOutcome } from '../scans/page-outcome.ts';
import type { RuleOutcome } from '../scans/page-result.ts';
import type { FailOn } from './fail-on.ts';
import type { Reason } from './gate.ts';
import { getGateScope, getThresholds, isAtOrAbove } from './gate-finding.ts';
import { formatRuleNames, type RulesNotRun } from './rules-not-run.ts';

/** The members of a page that show what was not tested on it. */
export interface PageCoverage {
  requestedUrl: string;
  outcome: PageOutcome;
  /** Sentences about the outcome. */
  detail: string;
  rules: readonly Pick<RuleOutcome, 'ruleId' | 'result'>[];
  framesNotJudged: number;
  hasNotStarted?: boolean | undefined;
  /** A sentence if the page changed too much to be compared. */
  changed?: string | undefined;
}

/** Maximum number of entries. If there would be more, all rules and pages are in one entry. */
const SETS_MAX = 5;
const URLS_MAX = 3;
const SELECTORS_NAMED = 5;

/**
 * Returns the rules that did not run on scanned pages. Rules with the same pages are one entry; entries with the most
 * pages come first. A rule that did not run on a page tested nothing there.
 */
export function findRulesNotRun(
  pages: readonly PageCoverage[],
  ruleIds?: ReadonlySet<string>,
): RulesNotRun[] {
  const pagesByRule = new Map<string, number[]>();
  for (const [index, { outcome, rules }] of pages.entries()) {
    if (!isScanned(outcome)) continue;
    for (const { ruleId, result } of rules) {
      if (result !== 'not-run' || ruleIds?.has(ruleId) === false) continue;
      const known = pagesByRule.get(ruleId);
      if (known) known.push(index);
      else pagesByRule.set(ruleId, [index]);
    }
  }
  const sets = [...Map.groupBy(pagesByRule, ([, indexes]) => indexes.join(' ')).values()].map((alike) => ({
    ruleIds: alike.map(([ruleId]) => ruleId),
    indexes: alike[0]?.[1] ?? [],
  }));
  const entry = ({ ruleIds, indexes }: (typeof sets)[number]): RulesNotRun => ({
    ruleIds: ruleIds.sort(),
    pages: indexes.length,
    urls: indexes.slice(0, URLS_MAX).map((index) => pages[index]?.requestedUrl ?? ''),
  });
  if (sets.length <= SETS_MAX) return sets.map(entry).sort((a, b) => b.pages - a.pages);
  const indexes = [...new Set(sets.flatMap((set) => set.indexes))].sort((a, b) => a - b);
  return [entry({ ruleIds: [...pagesByRule.keys()], indexes })];
}

/**
 * Returns the reasons why a gate cannot pass although pages were scanned: a rule that could make it fail did not run on
 * a page, a page did not start as it should, or the content of a frame was not tested.
 * @param ruleIds the rules of the scan
 */
export function listNotJudgedReasons(
  failOn: FailOn,
  pages: readonly PageCoverage[],
  ruleIds: readonly string[],
): Reason[] {
  const decisive = new Set(ruleIds.filter((ruleId) => canFail(failOn, ruleId)));
  const reasons: Reason[] = [];
  const gaps = findRulesNotRun(pages, decisive);
  if (gaps.length > 0) {
    const count = new Set(gaps.flatMap((gap) => gap.ruleIds)).size;
    const rules = `${count === 1 ? '1 rule' : `${count} rules`} that could make the gate fail`;
    const message = `${rules} did not run on every scanned page: ${gaps.map(formatGap).join('; ')}.`;
    reasons.push({ code: 'rule-not-run', result: 'inconclusive', message, count });
  }
  const notStarted = pages.filter(
    ({ outcome, hasNotStarted }) => isScanned(outcome) && hasNotStarted === true,
  );
  if (notStarted.length > 0) {
    const count = notStarted.length;
    const urls = formatUrls(
      notStarted.map(({ requestedUrl }) => requestedUrl),
      count,
    );
    const pagesDo = count === 1 ? '1 page does' : `${count} pages do`;
    const message =
      `${pagesDo} not show what should be there: ${urls}. ${notStarted[0]?.detail ?? ''}`.trim();
    reasons.push({ code: 'script-failed', result: 'inconclusive', message, count });
  }
  const changed = pages.filter((page) => isScanned(page.outcome) && page.changed !== undefined);
  if (changed.length > 0) {
    const count = changed.length;
    const urls = formatUrls(
      changed.map(({ requestedUrl }) => requestedUrl),
      count,
    );
    const message = `${count === 1 ? '1 page has' : `${count} pages have`} changed too much to be compared: ${urls}. ${changed[0]?.changed ?? ''}`;
    reasons.push({ code: 'page-changed', result: 'inconclusive', message, count });
  }
  const affected = pages.filter(({ outcome, framesNotJudged }) => isScanned(outcome) && framesNotJudged > 0);
  if (affected.length > 0 && decisive.size > 0) {
    const count = affected.reduce((sum, { framesNotJudged }) => sum + framesNotJudged, 0);
    const frames = count === 1 ? '1 frame was' : `${count} frames were`;
    const urls = formatUrls(
      affected.map(({ requestedUrl }) => requestedUrl),
      affected.length,
    );
    // The cause is the same on most pages, such as a dialog or a widget.
    const message = `${frames} not tested, on ${urls}. ${affected[0]?.detail ?? ''}`.trim();
    reasons.push({ code: 'frame-not-judged', result: 'inconclusive', message, count });
  }
  return reasons;
}

/**
 * Returns the reason why a gate cannot pass if selectors of `includeSelectors` match nothing. @param selectors the
 * selectors without a match
 */
export function listSelectorReasons(selectors: readonly string[]): Reason[] {
  if (selectors.length === 0) return [];
  const named = selectors.slice(0, SELECTORS_NAMED).join(' and ');
  const message = `${named} of includeSelectors ${selectors.length === 1 ? 'matches' : 'match'} nothing on any page.`;
  return [{ code: 'selector-unmatched', result: 'inconclusive', message, count: selectors.length }];
}

/** True if findings of a rule can make the gate fail. All findings of a rule have the rule's impact. */
function canFail(failOn: FailOn, ruleId: string): boolean {
  const thresholds = getThresholds(failOn, getGateScope({ bestPractice: isBestPractice(ruleId) }));
  if (thresholds === undefined) return false;
  const { new: newThreshold, any, total } = thresholds;
  const impact = getRuleImpact(ruleId);
  const reaches = (threshold: typeof any) => threshold !== undefined && isAtOrAbove(impact, threshold);
  return total !== undefined || reaches(newThreshold) || reaches(any);
}

function formatGap({ ruleIds, pages, urls }: RulesNotRun): string {
  return `${formatRuleNames(ruleIds)} on ${formatUrls(urls, pages)}`;
}

/** @param pages total number of pages */
function formatUrls(urls: readonly string[], pages: number): string {
  const more = pages - Math.min(urls.length, URLS_MAX);
  return urls.slice(0, URLS_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

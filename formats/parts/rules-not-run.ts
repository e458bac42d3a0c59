import { formatRuleNames, type RulesNotRun } from '../../core/gate/rules-not-run.ts';
import type { ReportPage } from '../../core/reports/report.ts';
import { isScanned } from '../../core/scans/page-outcome.ts';
import { formatCount, formatNumber } from './words.ts';

/**
 * Returns rules and pages of an entry as text, such as `color-contrast on 2 of 7 pages`.
 * @param scanned number of scanned pages
 */
export function formatRulesNotRun({ ruleIds, pages }: RulesNotRun, scanned: number): string {
  return `${formatRuleNames(ruleIds)} on ${formatNumber(pages)} of ${formatCount(scanned, 'page')}`;
}

/** Returns the listed pages of an entry, then `…` if there are more. @param show renders an address in the format */
export function formatGapUrls({ urls, pages }: RulesNotRun, show: (url: string) => string): string {
  return urls.map(show).join(', ') + (pages > urls.length ? ', …' : '');
}

/** A page that was scanned, with the rules that did not run on it and why. */
interface PageGap {
  page: ReportPage;
  reason: string;
  ruleIds: string[];
}

/** Returns the rules that did not run on scanned pages, page by page, those with the same reason together. */
export function* listPageGaps(pages: readonly ReportPage[]): Iterable<PageGap> {
  for (const page of pages) {
    if (!isScanned(page.outcome)) continue;
    const left = page.rules.filter(({ result }) => result === 'not-run');
    for (const [reason, alike] of Map.groupBy(left, (rule) => rule.reason ?? 'The rule did not run.')) {
      yield { page, reason, ruleIds: alike.map(({ ruleId }) => ruleId) };
    }
  }
}

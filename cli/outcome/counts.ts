import { notAttemptedReasons } from '../../core/crawl/not-attempted.ts';
import { SHORT_LIMITS_TEXT } from '../../core/reports/limits.ts';
import type { Report, ReportPage } from '../../core/reports/report.ts';
import { isScanned, pageOutcomes } from '../../core/scans/page-outcome.ts';
import { impacts } from '../../core/scans/page-result.ts';
import {
  countPagesWithoutBrokenLinks,
  describeLinkSource,
  isBrokenLink,
  listBrokenLinks,
} from '../../formats/parts/broken-links.ts';
import { formatGapUrls, formatRulesNotRun } from '../../formats/parts/rules-not-run.ts';
import { formatCount, formatNumber } from '../../formats/parts/words.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Sheet } from './sheet.ts';

const TEXT_MAX = 300;
const ADDRESS_MAX = 300;
/** Notes of the crawl. */
const NOTES_MAX = 5;
const BROKEN_LINKS_MAX = 10;

/** The rest in numbers, a line each, with the pages that were not scanned; nothing of what there is none of. */
export function addCounts(sheet: Sheet, report: Report): void {
  const { summary, comparison, crawl } = report;
  const { violations, needsReview, suppressed } = summary;
  const compared = comparison.baseline !== null;
  const hidden = suppressed.violations.elements + suppressed.needsReview.elements;
  const line = (label: string, count: number, text: string) => {
    if (count > 0) sheet.add(text, { label: `${label}: ` });
  };
  sheet.gap();
  if (violations.elements === 0 && summary.pages.scanned > 0) {
    const rules = summary.rulesNotRun.length === 0 ? 'The rules' : 'The rules that ran';
    sheet.add(`${rules} found no violation${suppressed.violations.elements > 0 ? ' that counts' : ''}.`);
  }
  line(
    'Violations',
    violations.elements,
    `${formatCount(violations.elements, 'element')}, ${byImpact(report)}`,
  );
  if (compared) {
    const { unchanged, reclassified } = comparison.violations;
    line('Fixed', comparison.fixed.count, formatCount(comparison.fixed.count, 'finding'));
    line('Unchanged', unchanged, formatCount(unchanged, 'violation'));
    line('Reclassified', reclassified, `${formatCount(reclassified, 'violation')} that needed review before`);
    line(
      'Not seen again',
      comparison.notSeenAgain.count,
      `${formatCount(comparison.notSeenAgain.count, 'finding')} whose page, frame or rule was not reached`,
    );
    line(
      'Caused by the engine',
      comparison.byEngine,
      `${formatCount(comparison.byEngine, 'finding')} that a change of the rules or the browser made new; the gate never counts them`,
    );
  }
  line(
    'Needs review',
    needsReview.elements,
    `${formatCount(needsReview.elements, 'element')} that a person has to judge`,
  );
  line('Suppressed', hidden, formatCount(hidden, 'finding'));
  addBrokenLinks(sheet, report);
  addPagesNotScanned(sheet, report);
  for (const gap of summary.rulesNotRun) {
    const urls = formatGapUrls(gap, (url) => escapeLogLine(url, ADDRESS_MAX));
    const text = `${escapeLogLine(formatRulesNotRun(gap, summary.pages.scanned), TEXT_MAX)}: ${urls}`;
    sheet.add(text, { label: 'Rules not run: ' });
  }
  line('Skipped', crawl.notAttempted.count, leftOutOf(report));
  for (const note of crawl.notes.slice(0, NOTES_MAX))
    sheet.add(escapeLogLine(note, TEXT_MAX), { label: 'Note: ' });
}

/** What the scan does not say. */
export function addLimits(sheet: Sheet, { limits }: Report): void {
  const untested = limits.criteriaNotTested.length;
  const all = untested + limits.criteriaTestedInPart.length;
  const share =
    untested === 0
      ? ''
      : ` No rule of this scan tests ${formatNumber(untested)} of the ${formatNumber(all)} success criteria.`;
  sheet.gap();
  sheet.add(SHORT_LIMITS_TEXT + share);
}

function byImpact({ summary }: Report): string {
  return impacts
    .map((impact) => ({ impact, count: summary.violations.byImpact[impact].elements }))
    .filter(({ count }) => count > 0)
    .map(({ impact, count }) => `${formatNumber(count)} ${impact}`)
    .join(', ');
}

/** One line for each of the first broken links, with the page that the link is on. */
function addBrokenLinks(sheet: Sheet, report: Report): void {
  const broken = listBrokenLinks(report);
  if (broken.length === 0) return;
  sheet.add(`Broken links: ${formatNumber(broken.length)}`);
  for (const { requestedUrl, httpStatus, foundOn } of broken.slice(0, BROKEN_LINKS_MAX)) {
    const where = describeLinkSource({ foundOn: foundOn && escapeLogLine(foundOn, ADDRESS_MAX) });
    sheet.add(`${escapeLogLine(requestedUrl, ADDRESS_MAX)} (${httpStatus}), ${where}`, { label: '- ' });
  }
  const more = broken.length - BROKEN_LINKS_MAX;
  if (more > 0) sheet.add(`and ${formatNumber(more)} more, in the report`, { label: '- ' });
}

/** One line for every outcome, with the first of its pages. */
function addPagesNotScanned(sheet: Sheet, report: Report): void {
  const missed = report.pages.filter((page) => !wasScanned(page) && !isBrokenLink(page));
  if (missed.length === 0) return;
  sheet.add(
    `Not scanned: ${formatNumber(missed.length)} of ${formatCount(countPagesWithoutBrokenLinks(report), 'page')}`,
  );
  for (const [outcome, alike] of Map.groupBy(missed, (page) => page.outcome)) {
    const [first] = alike;
    if (first === undefined) continue;
    const many = alike.length === 1 ? '' : `${formatNumber(alike.length)} pages, for example `;
    const detail = escapeLogLine(first.detail, TEXT_MAX);
    sheet.add(`${many}${escapeLogLine(first.requestedUrl, ADDRESS_MAX)} (${detail})`, {
      label: `- ${escapeLogLine(outcome)}: `,
    });
  }
}

/** A newer service may know outcomes that this version does not; it has them in its report's `detail`. */
function wasScanned({ outcome }: ReportPage): boolean {
  return Object.hasOwn(pageOutcomes, outcome) && isScanned(outcome);
}

function leftOutOf({ crawl }: Report): string {
  const { count, byReason } = crawl.notAttempted;
  const reasons = Object.entries(byReason).map(
    ([reason, pages]) =>
      `${formatNumber(pages)}: ${notAttemptedReasons[reason as keyof typeof byReason] ?? escapeLogLine(reason)}`,
  );
  return `${formatCount(count, 'discovered page')}. ${reasons.join(' ')}`;
}

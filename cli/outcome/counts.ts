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
import { describeDecided } from '../../formats/parts/decisions.ts';
import { formatGapUrls, formatRulesNotRun } from '../../formats/parts/rules-not-run.ts';
import { formatCount, formatNumber } from '../../formats/parts/words.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Sheet } from './sheet.ts';

const TEXT_MAX = 300;
const URL_MAX = 300;
/** Maximum number of notes on the crawl. */
const NOTES_MAX = 5;
const BROKEN_LINKS_MAX = 10;
const SCRIPTS_MAX = 5;

/** Adds one line for each other count that is not zero, and the pages that were not scanned. */
export function addCounts(sheet: Sheet, report: Report): void {
  const { summary, comparison, crawl } = report;
  const { violations, needsReview, suppressed } = summary;
  const compared = comparison.baseline !== null;
  const hidden = suppressed.violations.elements + suppressed.needsReview.elements;
  const addLine = (label: string, count: number, text: string) => {
    if (count > 0) sheet.add(text, { label: `${label}: ` });
  };
  sheet.gap();
  if (violations.elements === 0 && summary.pages.scanned > 0) {
    const rules = summary.rulesNotRun.length === 0 ? 'The rules' : 'The rules that ran';
    sheet.add(`${rules} found no ${suppressed.violations.elements > 0 ? 'unsuppressed ' : ''}violation.`);
  }
  addLine(
    'Violations',
    violations.elements,
    `${formatCount(violations.elements, 'element')}, ${formatByImpact(report)}`,
  );
  if (compared) {
    const { unchanged, reclassified } = comparison.violations;
    addLine('Fixed', comparison.fixed.count, formatCount(comparison.fixed.count, 'finding'));
    addLine('Unchanged', unchanged, formatCount(unchanged, 'violation'));
    addLine(
      'Reclassified',
      reclassified,
      `${formatCount(reclassified, 'violation')} that needed review before`,
    );
    addLine(
      'Not seen again',
      comparison.notSeenAgain.count,
      `${formatCount(comparison.notSeenAgain.count, 'finding')} whose page or frame was not scanned again, whose page was possibly incomplete, or whose rule did not run or did not list all elements`,
    );
    addLine(
      'Caused by the engine',
      comparison.byEngine,
      `${formatCount(comparison.byEngine, 'finding')} that are new because the rules or the browser changed; the gate never counts them`,
    );
  }
  addLine(
    'Needs review',
    needsReview.elements,
    `${formatCount(needsReview.elements, 'element')} that a person must check`,
  );
  addLine('Suppressed', hidden, formatCount(hidden, 'finding'));
  for (const text of describeDecided(report)) sheet.add(text, { label: 'Decided: ' });
  addBrokenLinks(sheet, report);
  addPagesNotScanned(sheet, report);
  addFailedScripts(sheet, report);
  for (const gap of summary.rulesNotRun) {
    const urls = formatGapUrls(gap, (url) => escapeLogLine(url, URL_MAX));
    const text = `${escapeLogLine(formatRulesNotRun(gap, summary.pages.scanned), TEXT_MAX)}: ${urls}`;
    sheet.add(text, { label: 'Rules not run: ' });
  }
  addLine('Skipped', crawl.notAttempted.count, formatNotAttempted(report));
  for (const note of crawl.notes.slice(0, NOTES_MAX))
    sheet.add(escapeLogLine(note, TEXT_MAX), { label: 'Note: ' });
}

/** Adds the limits of automated checks. */
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

function formatByImpact({ summary }: Report): string {
  return impacts
    .map((impact) => ({ impact, count: summary.violations.byImpact[impact].elements }))
    .filter(({ count }) => count > 0)
    .map(({ impact, count }) => `${formatNumber(count)} ${impact}`)
    .join(', ');
}

/** Adds one line for each of the first broken links, with the page that contains the link. */
function addBrokenLinks(sheet: Sheet, report: Report): void {
  const broken = listBrokenLinks(report);
  if (broken.length === 0) return;
  sheet.add(`Broken links: ${formatNumber(broken.length)}`);
  for (const { requestedUrl, httpStatus, foundOn } of broken.slice(0, BROKEN_LINKS_MAX)) {
    const where = describeLinkSource({ foundOn: foundOn && escapeLogLine(foundOn, URL_MAX) });
    sheet.add(`${escapeLogLine(requestedUrl, URL_MAX)} (${httpStatus}), ${where}`, { label: '- ' });
  }
  const more = broken.length - BROKEN_LINKS_MAX;
  if (more > 0) sheet.add(`and ${formatNumber(more)} more, in the report`, { label: '- ' });
}

/** Adds one line for each of the first scripts of the site that failed, with a page that loads it. */
function addFailedScripts(sheet: Sheet, { pages }: Report): void {
  const scripts = new Map<string, string[]>();
  for (const { requestedUrl, failedScripts = [] } of pages) {
    for (const script of failedScripts) {
      const urls = scripts.get(script);
      if (urls === undefined) scripts.set(script, [requestedUrl]);
      else urls.push(requestedUrl);
    }
  }
  if (scripts.size === 0) return;
  sheet.add(`Failed scripts of the site: ${formatNumber(scripts.size)}`);
  for (const [script, urls] of [...scripts].slice(0, SCRIPTS_MAX)) {
    const where = `on ${formatCount(urls.length, 'page')}, for example ${escapeLogLine(urls[0] ?? '', URL_MAX)}`;
    sheet.add(`${escapeLogLine(script, TEXT_MAX)}, ${where}`, { label: '- ' });
  }
  const more = scripts.size - SCRIPTS_MAX;
  if (more > 0) sheet.add(`and ${formatNumber(more)} more, in the report`, { label: '- ' });
}

/** Adds one line for each outcome, with its first page. */
function addPagesNotScanned(sheet: Sheet, report: Report): void {
  const missed = report.pages.filter((page) => !wasScanned(page) && !isBrokenLink(page));
  if (missed.length === 0) return;
  sheet.add(
    `Not scanned: ${formatNumber(missed.length)} of ${formatCount(countPagesWithoutBrokenLinks(report), 'page')}`,
  );
  for (const [outcome, pages] of Map.groupBy(missed, (page) => page.outcome)) {
    const [first] = pages;
    if (first === undefined) continue;
    const many = pages.length === 1 ? '' : `${formatNumber(pages.length)} pages, for example `;
    const detail = escapeLogLine(first.detail, TEXT_MAX);
    sheet.add(`${many}${escapeLogLine(first.requestedUrl, URL_MAX)} (${detail})`, {
      label: `- ${escapeLogLine(outcome)}: `,
    });
  }
}

/**
 * True if the page was scanned. Outcomes of a newer service may be unknown here; the report explains them in `detail`.
 */
function wasScanned({ outcome }: ReportPage): boolean {
  return Object.hasOwn(pageOutcomes, outcome) && isScanned(outcome);
}

function formatNotAttempted({ crawl }: Report): string {
  const { count, byReason } = crawl.notAttempted;
  const reasons = Object.entries(byReason).map(
    ([reason, pages]) =>
      `${formatNumber(pages)}: ${notAttemptedReasons[reason as keyof typeof byReason] ?? escapeLogLine(reason)}`,
  );
  return `${formatCount(count, 'discovered page')}. ${reasons.join(' ')}`;
}

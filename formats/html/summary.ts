import type { Report, ReportCounts } from '../../core/reports/report.ts';
import { type Impact, impacts } from '../../core/scans/page-result.ts';
import { countPagesWithoutBrokenLinks } from '../parts/broken-links.ts';
import { countJudgedPages } from '../parts/groups.ts';
import { describeIncompleteReport } from '../parts/incomplete.ts';
import { formatGapUrls, formatRulesNotRun } from '../parts/rules-not-run.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { renderGate } from './gate.ts';
import { renderImpact, truncateText } from './parts.ts';
import { renderOpenSection } from './section.ts';
import { html, type Markup } from './template.ts';

/** What each impact means, after https://docs.deque.com/devtools-for-web/4/en/impact-ratings */
const impactMeanings: Record<Impact, string> = {
  critical: 'Some people cannot use this part of the page at all.',
  serious: 'Some people can use it only with great difficulty.',
  moderate: 'It is an obstacle for some people.',
  minor: 'It is a nuisance for some people.',
};

/** Returns the summary: the gate, then the result in a sentence and in a table. */
export function renderSummary(report: Report): Markup {
  const { violations } = report.summary;
  return renderOpenSection(
    'summary',
    html`${renderGate(report)}
${report.scan.incomplete && html`<p class="notice"><strong>${describeIncompleteReport(report.scan)}</strong> ${report.scan.incompleteReason} It covers what was scanned before.</p>`}
<p class="headline">${describeResult(report)}</p>
${listNotes(report).map((note) => html`<p>${note}</p>`)}
${violations.elements > 0 && html`${renderImpactBar(violations)}${renderImpactTable(violations)}`}`,
  );
}

function describeResult(report: Report): string {
  const { summary, pages: reportPages } = report;
  const { pages, violations } = summary;
  if (pages.scanned === 0 && violations.elements === 0)
    return 'No page could be scanned, so this report says nothing about the site.';
  const scanned = formatCount(pages.scanned, 'page');
  if (violations.elements === 0) {
    const rules = summary.rulesNotRun.length === 0 ? 'The automated rules' : 'The automated rules that ran';
    return `${rules} found no violation on the ${scanned} that they ran on.`;
  }
  const hit = reportPages.filter((page) => page.violations > 0).length;
  const judged = countJudgedPages(report);
  const which = pages.scanned === 1 ? 'was' : 'were';
  const base =
    judged === pages.scanned
      ? `${scanned} that ${which} scanned`
      : `${formatCount(judged, 'page')} with results`;
  return `${formatCount(violations.elements, 'violation')} of ${formatCount(violations.rules, 'rule')} in ${formatCount(summary.issueGroups, 'issue group')}, on ${formatNumber(hit)} of the ${base}.`;
}

function listNotes(report: Report): Markup[] {
  const {
    summary,
    crawl: { notAttempted },
  } = report;
  const { pages, violations, needsReview } = summary;
  const known = countPagesWithoutBrokenLinks(report);
  const missed = known - pages.scanned;
  const broken = pages.known - known;
  const notes: Markup[] = [];
  if (pages.scanned > 0 && violations.elements === 0) {
    notes.push(
      html`Automated rules find only some problems: see <a href="#not-tested">what was not tested</a>.`,
    );
  }
  if (needsReview.elements > 0) {
    const count = needsReview.elements;
    notes.push(
      html`<a href="#needs-review">${formatCount(count, 'more element')} ${count === 1 ? 'needs' : 'need'} review</a>: the rules could not decide.`,
    );
  }
  if (missed > 0) {
    notes.push(
      html`<strong>${formatCount(missed, 'page')} of ${formatNumber(known)} ${missed === 1 ? 'was' : 'were'} not scanned</strong>: <a href="#pages">see why</a>.`,
    );
  }
  if (broken > 0) notes.push(html`<a href="#broken-links">${formatCount(broken, 'broken link')}</a>.`);
  for (const gap of summary.rulesNotRun) {
    notes.push(
      html`<strong>Rules not run</strong>: ${formatRulesNotRun(gap, pages.scanned)}. They have no result there: <a href="#page-details">see why</a>. ${formatGapUrls(gap, (url) => truncateText(url))}`,
    );
  }
  const { count, byReason } = notAttempted;
  if (count > 0) {
    const limit = byReason.limit ?? 0;
    notes.push(
      html`${formatCount(count, 'more page')} ${count === 1 ? 'was' : 'were'} discovered and skipped${limit > 0 && `, ${formatNumber(limit)} of them because the scan had reached its maximum number of pages`}: <a href="#skipped-pages">see the list</a>.`,
    );
  }
  return notes;
}

const BAR_WIDTH = 1000;

/** Returns the shares of the impacts as a bar. The table beside it has the same in numbers. */
function renderImpactBar({ elements, byImpact }: ReportCounts): Markup {
  let from = 0;
  const parts = impacts.map((impact) => {
    const width = Math.round((byImpact[impact].elements / elements) * BAR_WIDTH);
    const part = html`<rect class="${impact}" x="${from}" y="0" width="${width}" height="10"></rect>`;
    from += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">${parts}</svg>`;
}

function renderImpactTable({ byImpact }: ReportCounts): Markup {
  return html`<table class="impacts stacks">
<caption>Violations by impact. An element counts once for each rule that it violates, on each page. A rule counts under its worst impact.</caption>
<thead><tr><th scope="col">Impact</th><th scope="col">Meaning</th><th scope="col" class="number">Elements</th><th scope="col" class="number">Rules</th></tr></thead>
<tbody>${impacts.map(
    (impact) =>
      html`<tr><th scope="row">${renderImpact(impact)}</th><td class="meaning">${impactMeanings[impact]}</td><td class="number" data-label="Elements">${formatNumber(byImpact[impact].elements)}</td><td class="number" data-label="Rules">${formatNumber(byImpact[impact].rules)}</td></tr>`,
  )}</tbody>
</table>`;
}

/** Returns the table of rules with findings. */
export function renderRuleTable({ byRule }: ReportCounts, caption: string): Markup {
  return html`<table class="rules stacks">
<caption>${caption}</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Impact</th><th scope="col" class="number">Elements</th><th scope="col" class="number">Pages</th></tr></thead>
<tbody>${byRule.map(
    ({ ruleId, help, impact, elements, pages }) =>
      html`<tr><th scope="row">${truncateText(help)} <code>${ruleId}</code></th><td>${renderImpact(impact)}</td><td class="number" data-label="Elements">${formatNumber(elements)}</td><td class="number" data-label="Pages">${formatNumber(pages)}</td></tr>`,
  )}</tbody>
</table>`;
}

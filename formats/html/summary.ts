import type { Report, ReportCounts } from '../../core/reports/report.ts';
import { type Impact, impacts } from '../../core/scans/page-result.ts';
import { countPagesWithoutBrokenLinks } from '../parts/broken-links.ts';
import { formatGapUrls, formatRulesNotRun } from '../parts/rules-not-run.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { badge, clip } from './parts.ts';
import { html, type Markup } from './template.ts';

/** What each impact means, in our words after https://docs.deque.com/devtools-for-web/4/en/impact-ratings */
const meanings: Record<Impact, string> = {
  critical: 'Some people cannot use this part of the page at all.',
  serious: 'Some people can use it only with great difficulty.',
  moderate: 'It gets in the way of some people.',
  minor: 'It is a nuisance to some people.',
};

/** The first thing that a reader sees: what was found, in a sentence and in a table. */
export function renderSummary(report: Report): Markup {
  return html`
<section aria-labelledby="summary">
<h2 id="summary">Summary</h2>
${report.scan.incomplete && html`<p class="notice"><strong>This report is incomplete.</strong> ${report.scan.incompleteReason} It covers what had been scanned by then.</p>`}
<p class="headline">${headline(report)}</p>
${asides(report).map((text) => html`<p>${text}</p>`)}
${report.summary.violations.elements > 0 && html`${bar(report.summary.violations)}${impactTable(report.summary.violations)}`}
</section>`;
}

function headline({ summary, pages: reportPages }: Report): string {
  const { pages, violations } = summary;
  if (pages.scanned === 0) return 'No page could be scanned, so this report says nothing about the site.';
  const scanned = formatCount(pages.scanned, 'page');
  if (violations.elements === 0) {
    const rules = summary.rulesNotRun.length === 0 ? 'The automated rules' : 'The automated rules that ran';
    return `${rules} found no violation on the ${scanned} that they ran on.`;
  }
  const hit = reportPages.filter((page) => page.violations > 0).length;
  return `${formatCount(summary.issueGroups, 'thing')} to fix: ${formatCount(violations.elements, 'violation')} of ${formatCount(violations.rules, 'rule')}, on ${formatNumber(hit)} of the ${scanned} that ${pages.scanned === 1 ? 'was' : 'were'} scanned.`;
}

function asides(report: Report): Markup[] {
  const {
    summary,
    crawl: { notAttempted },
  } = report;
  const { pages, violations, needsReview } = summary;
  const known = countPagesWithoutBrokenLinks(report);
  const missed = known - pages.scanned;
  const broken = pages.known - known;
  const texts: Markup[] = [];
  if (pages.scanned > 0 && violations.elements === 0) {
    texts.push(
      html`Automated rules find only some problems: see <a href="#limits">what they cannot say</a>.`,
    );
  }
  if (needsReview.elements > 0) {
    texts.push(
      html`The rules could not decide about ${formatCount(needsReview.elements, 'more element')}: <a href="#reviews">a person has to look</a>.`,
    );
  }
  if (missed > 0) {
    texts.push(
      html`<strong>${formatCount(missed, 'page')} of ${formatNumber(known)} ${missed === 1 ? 'was' : 'were'} not scanned</strong>: <a href="#pages">see why</a>.`,
    );
  }
  if (broken > 0) texts.push(html`<a href="#broken-links">${formatCount(broken, 'broken link')}</a>.`);
  for (const gap of summary.rulesNotRun) {
    texts.push(
      html`<strong>Rules not run</strong>: ${formatRulesNotRun(gap, pages.scanned)}. They judged nothing there: <a href="#pages">see why</a>. ${formatGapUrls(gap, (url) => clip(url))}`,
    );
  }
  const { count, byReason } = notAttempted;
  if (count > 0) {
    const limit = byReason.limit ?? 0;
    texts.push(
      html`${formatCount(count, 'more page')} ${count === 1 ? 'was' : 'were'} found and ${count === 1 ? 'is' : 'are'} not part of the scan${limit > 0 && `, ${formatNumber(limit)} of them because it had reached its number of pages`}: <a href="#left-out">see which</a>.`,
    );
  }
  return texts;
}

const BAR_WIDTH = 1000;

/** The shares of the impacts as a bar; the table beside it says the same in numbers. */
function bar({ elements, byImpact }: ReportCounts): Markup {
  let from = 0;
  const parts = impacts.map((impact) => {
    const width = Math.round((byImpact[impact].elements / elements) * BAR_WIDTH);
    const part = html`<rect class="${impact}" x="${from}" y="0" width="${width}" height="10"></rect>`;
    from += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">${parts}</svg>`;
}

function impactTable({ byImpact }: ReportCounts): Markup {
  return html`<table class="impacts stacks">
<caption>Violations by impact. An element counts once for every rule that it breaks, on every page it is on; a rule counts under the worst impact it has.</caption>
<thead><tr><th scope="col">Impact</th><th scope="col">What it means</th><th scope="col" class="number">Elements</th><th scope="col" class="number">Rules</th></tr></thead>
<tbody>${impacts.map(
    (impact) =>
      html`<tr><th scope="row">${badge(impact)}</th><td class="meaning">${meanings[impact]}</td><td class="number" data-label="Elements">${formatNumber(byImpact[impact].elements)}</td><td class="number" data-label="Rules">${formatNumber(byImpact[impact].rules)}</td></tr>`,
  )}</tbody>
</table>`;
}

export function ruleTable({ byRule }: ReportCounts, caption: string): Markup {
  return html`<table class="rules stacks">
<caption>${caption}</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Impact</th><th scope="col" class="number">Elements</th><th scope="col" class="number">Pages</th></tr></thead>
<tbody>${byRule.map(
    ({ ruleId, help, impact, elements, pages }) =>
      html`<tr><th scope="row">${clip(help)} <code>${ruleId}</code></th><td>${badge(impact)}</td><td class="number" data-label="Elements">${formatNumber(elements)}</td><td class="number" data-label="Pages">${formatNumber(pages)}</td></tr>`,
  )}</tbody>
</table>`;
}

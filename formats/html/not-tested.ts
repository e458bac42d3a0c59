import { notAttemptedReasons } from '../../core/crawl/not-attempted.ts';
import type { Report, ReportCriterion } from '../../core/reports/report.ts';
import { countPagesWithoutBrokenLinks } from '../parts/broken-links.ts';
import { formatGapUrls, formatRulesNotRun } from '../parts/rules-not-run.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { ByteBudget, byteBudgets } from './byte-budget.ts';
import { renderAddress, renderLink, truncateText } from './parts.ts';
import { renderSection } from './section.ts';
import { html, type Markup } from './template.ts';

/** Returns what the scan did not test: success criteria, rules, and pages. */
export function renderNotTested(report: Report): Markup {
  const { limits, summary, crawl } = report;
  const missed = countPagesWithoutBrokenLinks(report) - summary.pages.scanned;
  const counts = [
    formatCount(limits.criteriaNotTested.length, 'success criterion', 'success criteria'),
    missed > 0 && formatCount(missed, 'page'),
    crawl.notAttempted.count > 0 && formatCount(crawl.notAttempted.count, 'skipped URL'),
  ].filter((text) => text !== false);
  return renderSection(
    'not-tested',
    counts.join(', '),
    html`<p>${limits.statement}</p>
${missed > 0 && html`<p><strong>${formatCount(missed, 'page')} ${missed === 1 ? 'was' : 'were'} not scanned.</strong> The outcome of each is under <a href="#pages">Pages</a>.</p>`}
${summary.rulesNotRun.map((gap) => html`<p><strong>Rules not run</strong>: ${formatRulesNotRun(gap, summary.pages.scanned)}: ${formatGapUrls(gap, (url) => truncateText(url))}. The reason is under <a href="#page-details">Pages</a>.</p>`)}
${renderSkippedPages(crawl.notAttempted)}
${renderCriteria('Success criteria that were not tested', limits.criteriaNotTested, 'No rule that ran belongs to these criteria of the chosen standards. People have to test them.')}
${renderCriteria('Success criteria that were tested in part', limits.criteriaTestedInPart, 'At least one rule that ran belongs to each of these criteria. No rule tests a whole criterion.')}`,
  );
}

/** Returns the discovered pages that are not part of the scan, by reason. */
function renderSkippedPages({ count, pages }: Report['crawl']['notAttempted']): Markup | false {
  if (count === 0) return false;
  const budget = new ByteBudget(byteBudgets.notTested);
  let listed = 0;
  const lists = [...Map.groupBy(pages, ({ reason }) => reason)].map(([reason, group]) => {
    const items = budget.renderFitting(group, ({ url }) => html`<li>${renderAddress(url)}</li>`);
    listed += items.length;
    return (
      items.length > 0 &&
      html`<p class="label">${notAttemptedReasons[reason]}</p><ul class="plain">${items}</ul>`
    );
  });
  return html`<details><summary>Discovered pages that were skipped: ${formatNumber(count)}</summary>
<div id="skipped-pages">
${lists}
${listed < count && html`<p class="note">${formatNumber(listed)} of ${formatNumber(count)} are listed.</p>`}
</div>
</details>`;
}

function renderCriteria(title: string, list: readonly ReportCriterion[], meaning: string): Markup | false {
  if (list.length === 0) return false;
  return html`<details><summary>${title}: ${formatNumber(list.length)}</summary>
<p>${meaning}</p>
<ul class="criteria">${list.map(({ number, name, level, url }) => html`<li>${renderLink(url, `${number} ${name}`)} <span class="level">${level}</span></li>`)}</ul>
</details>`;
}

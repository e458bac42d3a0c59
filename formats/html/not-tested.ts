import { notAttemptedReasons } from '../../core/crawl/not-attempted.ts';
import type {
  Report,
  ReportCriterion,
  TestedCriterion,
  UntestedCriterion,
} from '../../core/reports/report.ts';
import { countPagesWithoutBrokenLinks } from '../parts/broken-links.ts';
import { formatGapUrls, formatRulesNotRun } from '../parts/rules-not-run.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { ByteBudget, byteBudgets } from './byte-budget.ts';
import { renderAddress, renderCodes, renderLink, truncateText } from './parts.ts';
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
${renderNotTestedCriteria(limits.criteriaNotTested)}
${renderTestedCriteria(limits.criteriaTestedInPart)}`,
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

/** Returns the criteria without a rule that ran, each with the reason and what a person has to do. */
function renderNotTestedCriteria(list: readonly UntestedCriterion[]): Markup | false {
  if (list.length === 0) return false;
  return html`<details><summary>Success criteria that were not tested: ${formatNumber(list.length)}</summary>
<p>No rule that ran belongs to these criteria of the chosen standards. People have to test them.</p>
<table class="stacks">
<caption>Success criteria that were not tested</caption>
<thead><tr><th scope="col">Success criterion</th><th scope="col">Why</th><th scope="col">What a person has to do</th></tr></thead>
<tbody>${list.map(
    (criterion) =>
      html`<tr>${renderCriterion(criterion)}<td class="meaning">${criterion.why}</td><td class="meaning">${criterion.howToTest}</td></tr>
`,
  )}</tbody>
</table>
</details>`;
}

/** Returns the criteria with a rule that ran, each with these rules. */
function renderTestedCriteria(list: readonly TestedCriterion[]): Markup | false {
  if (list.length === 0) return false;
  return html`<details><summary>Success criteria that were tested in part: ${formatNumber(list.length)}</summary>
<p>At least one rule that ran belongs to each of these criteria. No rule tests a whole criterion. Rules that begin with <code>a11y-</code> are those of this service, the others those of axe-core.</p>
<table class="stacks">
<caption>Success criteria that were tested in part</caption>
<thead><tr><th scope="col">Success criterion</th><th scope="col">Rules that ran</th></tr></thead>
<tbody>${list.map(
    (criterion) =>
      html`<tr>${renderCriterion(criterion)}<td class="meaning">${renderCodes(criterion.ruleIds ?? [])}</td></tr>
`,
  )}</tbody>
</table>
</details>`;
}

function renderCriterion({ number, name, level, url }: ReportCriterion): Markup {
  return html`<th scope="row">${renderLink(url, `${number} ${name}`)} <span class="level">${level}</span></th>`;
}

import { hasRuleResults } from '../../core/reports/pages.ts';
import type { Report, ReportPage } from '../../core/reports/report.ts';
import { isScanned } from '../../core/scans/page-outcome.ts';
import type { RuleOutcome } from '../../core/scans/page-result.ts';
import { countPagesWithoutBrokenLinks, isBrokenLink, listBrokenLinks } from '../parts/broken-links.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { ByteBudget, byteBudgets } from './byte-budget.ts';
import { getPageName, renderPageLink } from './page-index.ts';
import { formatDuration, renderAddress, renderCodes, renderLink, renderTime, truncateText } from './parts.ts';
import { closeSection, openSection } from './section.ts';
import { html, type Markup } from './template.ts';

/** Maximum number of failed scripts that are named on a page. */
const SCRIPTS_MAX = 3;

/** Returns the pages of the scan in pieces: each page with its outcome and the results of the rules. */
export function* renderPages(report: Report): Generator<Markup> {
  const { pages, summary } = report;
  const known = countPagesWithoutBrokenLinks(report);
  const broken = pages.length - known;
  const budget = new ByteBudget(byteBudgets.pages);
  const numbered = pages.map((page, index) => ({ page, number: index + 1 }));
  const rows = budget.renderFitting(
    numbered.filter(({ page }) => !isBrokenLink(page)),
    ({ page, number }) => renderRow(page, number),
  );
  const { scanned } = summary.pages;
  yield html`${openSection('pages', `${formatNumber(scanned)} of ${formatNumber(known)} scanned${broken > 0 ? `, ${formatCount(broken, 'broken link')}` : ''}`)}
<p>This scan has ${formatCount(known, 'page')}; ${formatNumber(scanned)} ${scanned === 1 ? 'was' : 'were'} scanned. A page that was not scanned may have any number of problems.</p>
<table class="pages stacks">
<caption>Pages, the outcome of each, and the number of its elements with findings that count</caption>
<thead><tr><th scope="col">Page</th><th scope="col">Outcome</th><th scope="col" class="number">Violations</th><th scope="col" class="number">Needs review</th></tr></thead>
<tbody>${rows}</tbody>
</table>
${rows.length < known && html`<p class="notice">${formatCount(known - rows.length, 'more page')} ${known - rows.length === 1 ? 'is' : 'are'} not shown here, because this report would be too large. The JSON format has all of them.</p>`}
${renderBrokenLinks(report, budget)}`;
  const details = new ByteBudget(byteBudgets.pageDetails).renderFitting(
    pages,
    (page) =>
      html`<details class="page-details"><summary><bdi>${getPageName(page)}</bdi></summary>${renderFacts(page)}</details>
`,
  );
  yield html`
<h3 id="page-details">Details of each page</h3>
<p>The JSON and EARL formats of this report list, for each page, every rule that passed and every rule that had nothing to test.</p>
${details}
${details.length < pages.length && html`<p class="note">${formatCount(pages.length - details.length, 'more page')}; the JSON format has all of them.</p>`}
${closeSection}`;
}

/** Returns the broken links, each with the page that links to it; false if the scan found no broken links. */
function renderBrokenLinks(report: Report, budget: ByteBudget): Markup | false {
  const broken = listBrokenLinks(report);
  if (broken.length === 0) return false;
  const items = budget.renderFitting(
    broken,
    ({ requestedUrl, httpStatus, foundOn }) =>
      html`<li>${renderLink(requestedUrl, truncateText(requestedUrl))} (${httpStatus}), ${foundOn ? html`linked from ${renderLink(foundOn, truncateText(foundOn))}` : 'listed in a sitemap'}</li>
`,
  );
  return html`<h3 id="broken-links">Broken links: ${formatNumber(broken.length)}</h3>
<p>The server responded that these pages do not exist. Each has the first page that links to it.</p>
<ul class="plain">${items}</ul>
${items.length < broken.length && html`<p class="notice">${formatCount(broken.length - items.length, 'more broken link')}; the JSON format has all of them.</p>`}`;
}

/** Returns the scripts of the site that failed on a page. Those of a page that has not started are in its detail. */
function renderFailedScripts({ failedScripts = [], hasNotStarted = false }: ReportPage): Markup | false {
  if (failedScripts.length === 0 || hasNotStarted) return false;
  const more = failedScripts.length - SCRIPTS_MAX;
  const named = failedScripts.slice(0, SCRIPTS_MAX).join(', ');
  return html`<br>Failed scripts: ${truncateText(named)}${more > 0 && ` and ${formatNumber(more)} more`}.`;
}

function renderRow(page: ReportPage, number: number): Markup {
  const scanned = isScanned(page.outcome);
  const hasCounts = hasRuleResults(page);
  return html`<tr id="page-${number}" data-page="${number}">
<th scope="row">${renderPageLink(page.requestedUrl, page.title)}</th>
<td>${scanned ? 'Scanned' : html`<span class="missed">Not scanned</span>`}${page.outcome !== 'scanned' && html` <code>${page.outcome}</code> ${truncateText(page.detail)}`}${page.changed !== undefined && html`<div>${truncateText(page.changed)}</div>`}${renderFailedScripts(page)}</td>
<td class="number" data-label="Violations" data-section="violations">${hasCounts ? formatNumber(page.violations) : '–'}</td>
<td class="number" data-label="Needs review" data-section="needs-review">${hasCounts ? formatNumber(page.needsReview) : '–'}</td>
</tr>
`;
}

function renderFacts(page: ReportPage): Markup {
  return html`<dl class="about">
<div><dt>Requested URL</dt><dd>${renderAddress(page.requestedUrl)}</dd></div>
<div><dt>Final URL</dt><dd>${page.finalUrl === null ? '–' : renderAddress(page.finalUrl)}</dd></div>
<div><dt>HTTP status</dt><dd>${page.httpStatus ?? '–'}${page.contentType !== null && `, ${truncateText(page.contentType)}`}</dd></div>
<div><dt>Opened</dt><dd>${renderTime(page.startedAt)}${page.attempts > 1 && `; ${formatNumber(page.attempts)} attempts in all`}${page.durationMs !== null && `; took ${formatDuration(page.durationMs)}`}</dd></div>
${page.settled === false && html`<div><dt>Settled</dt><dd>No: the page was still changing when the rules ran.</dd></div>`}
${renderRuleIds(page.rules, 'failed', 'Rules that failed')}
${renderRuleIds(page.rules, 'review', 'Rules that need review')}
${renderRuleCount(page.rules, 'passed', 'Rules that passed')}
${renderRuleCount(page.rules, 'inapplicable', 'Rules with nothing to test')}
${renderRulesNotRun(page.rules)}
</dl>`;
}

function renderRuleIds(
  rules: readonly RuleOutcome[],
  result: RuleOutcome['result'],
  label: string,
): Markup | false {
  const ids = rules.filter((rule) => rule.result === result).map((rule) => rule.ruleId);
  return (
    ids.length > 0 &&
    html`<div><dt>${label}</dt><dd>${formatNumber(ids.length)}: ${renderCodes(ids)}</dd></div>`
  );
}

function renderRuleCount(
  rules: readonly RuleOutcome[],
  result: RuleOutcome['result'],
  label: string,
): Markup | false {
  const count = rules.filter((rule) => rule.result === result).length;
  return count > 0 && html`<div><dt>${label}</dt><dd>${formatNumber(count)}</dd></div>`;
}

/** Returns the rules that did not run, grouped by reason. */
function renderRulesNotRun(rules: readonly RuleOutcome[]): Markup[] {
  const notRun = rules.filter((rule) => rule.result === 'not-run');
  return [...Map.groupBy(notRun, (rule) => rule.reason ?? 'No reason was recorded.')].map(
    ([reason, group]) =>
      html`<div><dt>Rules not run</dt><dd>${truncateText(reason)} ${group.length === rules.length ? `All ${formatNumber(group.length)}` : html`${formatNumber(group.length)}: ${renderCodes(group.map((rule) => rule.ruleId))}`}</dd></div>`,
  );
}

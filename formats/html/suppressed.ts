import type { Report, ReportSuppression } from '../../core/reports/report.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { ByteBudget, byteBudgets } from './byte-budget.ts';
import { renderFingerprint } from './element.ts';
import type { PageIndex } from './page-index.ts';
import { renderElementPath, renderImpact, renderTime, truncateText } from './parts.ts';
import type { ShownFindings } from './sample-findings.ts';
import { html, type Markup } from './template.ts';

/**
 * Returns the suppressions of the site with reason, author, expiry and suppressed findings; false if the site has no
 * suppressions. They are about violations and about findings that need review.
 */
export function renderSuppressed(report: Report, found: ShownFindings, pages: PageIndex): Markup | false {
  const { suppressions, summary } = report;
  if (suppressions.length === 0) return false;
  const shown = new ByteBudget(byteBudgets.suppressed).renderFitting(sortSuppressions(suppressions), (each) =>
    renderSuppression(each, found.suppressed.get(each.id) ?? [], pages, report),
  );
  const { violations, needsReview } = summary.suppressed;
  const more = suppressions.length - shown.length;
  return html`
<details class="suppressed"><summary><h3>Suppressed: ${formatCount(violations.elements + needsReview.elements, 'finding')}</h3></summary>
<div id="suppressed">
<p>${describeSuppressed(violations.elements, needsReview.elements)}</p>
${shown}
${more > 0 && html`<p class="note">${formatCount(more, 'more suppression')}; the JSON format of this report has all of them.</p>`}
</div>
</details>`;
}

function describeSuppressed(violations: number, reviews: number): string {
  const counts = [
    violations > 0 && formatCount(violations, 'violation'),
    reviews > 0 && `${formatCount(reviews, 'finding')} that ${reviews === 1 ? 'needs' : 'need'} review`,
  ].filter((text) => text !== false);
  if (counts.length === 0) return 'No finding of this scan is suppressed.';
  const are = violations + reviews === 1 ? 'is' : 'are';
  return `${counts.join(' and ')} ${are} not counted, because a suppression matches. The problems still exist.`;
}

/** Returns those that suppress most first, and expired ones last. */
function sortSuppressions(suppressions: readonly ReportSuppression[]): ReportSuppression[] {
  return suppressions.toSorted(
    (one, other) => Number(one.expired) - Number(other.expired) || other.findings - one.findings,
  );
}

function renderSuppression(
  { id, match, reason, author, createdAt, expiresAt, expired, findings }: ReportSuppression,
  examples: readonly ReportFinding[],
  pages: PageIndex,
  report: Report,
): Markup {
  return html`
<article class="suppression" aria-labelledby="${id}">
<h4 id="${id}">${reason}</h4>
<dl class="about">
<div><dt>Suppresses</dt><dd>${expired ? 'No finding: it has expired' : formatCount(findings, 'finding')}</dd></div>
<div><dt>Matches</dt><dd>${renderMatch(match)}</dd></div>
<div><dt>Author</dt><dd>${truncateText(author.name)}, ${renderTime(createdAt)}</dd></div>
<div><dt>Expires</dt><dd>${expiresAt === null ? 'Never' : renderTime(expiresAt)}${expired && ' (expired)'}</dd></div>
</dl>
${examples.length > 0 && html`<details><summary>${examples.length < findings ? `${formatNumber(examples.length)} of its ${formatNumber(findings)} findings` : `Its ${formatCount(findings, 'finding')}`}</summary><ul class="plain lines">${examples.map((each) => renderExample(each, pages, report))}</ul></details>`}
</article>`;
}

function renderMatch({ fingerprint, issueGroup, rule, selector, page }: ReportSuppression['match']): Markup {
  const parts = [
    fingerprint !== undefined && html`the finding <code>${fingerprint}</code>`,
    issueGroup !== undefined && html`the issue group <code>${issueGroup}</code>`,
    rule !== undefined && html`rule <code>${rule}</code>`,
    selector !== undefined && html`elements within <code>${truncateText(selector)}</code>`,
    page !== undefined && html`pages like <code>${truncateText(page)}</code>`,
  ].filter((part) => part !== false);
  return html`${parts.map((part, index) => html`${index > 0 && ', '}${part}`)}`;
}

function renderExample({ kind, ruleId, node }: ReportFinding, pages: PageIndex, report: Report): Markup {
  const rules = kind === 'violation' ? report.violations : report.needsReview;
  const help = rules.find((rule) => rule.ruleId === ruleId)?.help ?? ruleId;
  return html`<li>${renderImpact(node.impact)} ${help}: ${renderElementPath(node.target)} on ${pages.renderLink(node.pageId, node.url)}${node.fingerprint !== null && html` ${renderFingerprint(node.fingerprint)}`}</li>`;
}

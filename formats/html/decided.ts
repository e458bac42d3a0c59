import type { Report, ReportDecision } from '../../core/reports/report.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { formatCount } from '../parts/words.ts';
import { ByteBudget, byteBudgets } from './byte-budget.ts';
import { renderFingerprint } from './element.ts';
import type { PageIndex } from './page-index.ts';
import { renderElementPath, renderTime, truncateText } from './parts.ts';
import type { ShownFindings } from './sample-findings.ts';
import { html, type Markup } from './template.ts';

/**
 * Returns the findings that a person decided to be fine, with reason and person, and the decisions that do not apply
 * to a violation; false without such findings and decisions.
 */
export function renderDecided(report: Report, found: ShownFindings, pages: PageIndex): Markup | false {
  const shownApart = (report.decisions ?? []).filter(
    ({ decision, findings, notApplied }) => (decision === 'fine' && findings > 0) || notApplied > 0,
  );
  if (shownApart.length === 0) return false;
  const shown = new ByteBudget(byteBudgets.decided).renderFitting(shownApart, (each) =>
    renderDecision(each, found.decided.get(each.id), pages, report),
  );
  const more = shownApart.length - shown.length;
  const fine = report.summary.decided?.fine.elements ?? 0;
  return html`
<details class="suppressed"><summary><h3>Decided to be fine: ${formatCount(fine, 'finding')}</h3></summary>
<div id="decided">
<p>A person checked these elements and decided that they are accessible. They do not need review any more.</p>
${shown}
${more > 0 && html`<p class="note">${formatCount(more, 'more decision')}; the JSON format of this report has all of them.</p>`}
</div>
</details>`;
}

function renderDecision(
  { fingerprint, reason, author, decidedAt, findings, notApplied }: ReportDecision,
  example: ReportFinding | undefined,
  pages: PageIndex,
  report: Report,
): Markup {
  return html`
<article class="suppression" aria-labelledby="decision-${fingerprint}">
<h4 id="decision-${fingerprint}">${reason}</h4>
<dl class="about">
${example && html`<div><dt>Finding</dt><dd>${getHelp(example, report)}: ${renderElementPath(example.node.target)} on ${pages.renderLink(example.node.pageId, example.node.url)}${findings > 1 && `, ${formatCount(findings, 'equal element')}`}</dd></div>`}
<div><dt>Fingerprint</dt><dd>${renderFingerprint(fingerprint)}</dd></div>
<div><dt>Decided by</dt><dd>${truncateText(author.name)}, ${renderTime(decidedAt)}</dd></div>
${notApplied > 0 && html`<div><dt>Not applied</dt><dd>To ${formatCount(notApplied, 'violation')}: the rule can decide now, so the decision changes nothing. A suppression can exclude a violation from the count.</dd></div>`}
</dl>
</article>`;
}

function getHelp({ ruleId }: ReportFinding, { needsReview }: Report): string {
  return needsReview.find((rule) => rule.ruleId === ruleId)?.help ?? ruleId;
}

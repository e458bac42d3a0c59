import type { BaselineChoice } from '../../core/comparison/states.ts';
import type { FixedFinding, Report, ReportComparison } from '../../core/reports/report.ts';
import { describeNotSeenAgain } from '../parts/not-seen-again.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { ByteBudget, byteBudgets } from './byte-budget.ts';
import { renderAddress, renderImpact, renderLink, renderTime, truncateText } from './parts.ts';
import { renderOpenSection, renderSection } from './section.ts';
import { stateMeanings, stateNames, stateOrder } from './states.ts';
import { html, type Markup } from './template.ts';

const baselineChoices: Record<BaselineChoice, string> = {
  config: 'named by the configuration of this scan',
  'target-branch': 'a comparable scan of the target branch',
  branch: 'a comparable scan of the same branch',
  site: 'a comparable scan of the site',
};

/** Returns how the baseline was found. Scans without a branch count as one branch. */
function describeChoice({ chosenBy, branch }: NonNullable<ReportComparison['baseline']>): string {
  return chosenBy === 'branch' && branch === null
    ? 'a comparable scan without a branch'
    : baselineChoices[chosenBy];
}

/** Returns the changes since the baseline: findings by state, fixed findings, and findings that were not seen again. */
export function renderChanges({ comparison }: Report): Markup {
  const { baseline, whyNone } = comparison;
  if (baseline !== null) {
    return renderSection('changes', countChanges(comparison), renderComparison(comparison, baseline));
  }
  const reason = whyNone ?? 'There is no earlier scan to compare with.';
  return renderOpenSection(
    'changes',
    html`<p>${reason} So the report cannot say which findings are new.</p>`,
  );
}

function countChanges({ violations, fixed }: ReportComparison): string {
  const regressed = violations.regressed > 0 ? `, ${formatNumber(violations.regressed)} regressed` : '';
  return `${formatCount(violations.new, 'new violation')}${regressed}, ${formatCount(fixed.count, 'fixed finding')}`;
}

function renderComparison(
  comparison: ReportComparison,
  baseline: NonNullable<ReportComparison['baseline']>,
): Markup {
  const { fixed, notSeenAgain, byEngine } = comparison;
  const budget = new ByteBudget(byteBudgets.changes);
  return html`<p>The baseline is scan <code>${baseline.scanId}</code> of ${renderTime(baseline.createdAt)}${baseline.branch !== null && html`, branch <code>${truncateText(baseline.branch)}</code>`}: ${describeChoice(baseline)}.</p>
${renderStateTable(comparison)}
${byEngine > 0 && html`<p><strong>${formatCount(byEngine, 'new finding')}</strong> ${byEngine === 1 ? 'was' : 'were'} caused by a change of the rules or the browser. The element itself is unchanged.</p>`}
${fixed.findings.length > 0 && renderFixed(comparison.fixed, budget)}
${notSeenAgain.count > 0 && renderNotSeenAgain(notSeenAgain, budget)}`;
}

function renderStateTable({ violations, needsReview, fixed, notSeenAgain }: ReportComparison): Markup {
  const rows = stateOrder
    .filter((state) => state === 'new' || violations[state] > 0 || needsReview[state] > 0)
    .map(
      (state) =>
        html`<tr><th scope="row">${stateNames[state]}</th><td class="meaning">${stateMeanings[state]}</td><td class="number" data-label="Violations">${formatNumber(violations[state])}</td><td class="number" data-label="Needs review">${formatNumber(needsReview[state])}</td></tr>`,
    );
  return html`<table class="changes stacks">
<caption>Findings of this scan by state since the baseline, without findings that do not count</caption>
<thead><tr><th scope="col">State</th><th scope="col">Meaning</th><th scope="col" class="number">Violations</th><th scope="col" class="number">Needs review</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<dl class="about">
<div><dt>Fixed</dt><dd>${formatCount(fixed.count, 'finding')} of the baseline: the rule ran on the page again and did not find ${fixed.count === 1 ? 'it' : 'them'}.</dd></div>
${notSeenAgain.count > 0 && html`<div><dt>Not seen again</dt><dd>${describeNotSeenAgain(notSeenAgain.count)} Whether ${notSeenAgain.count === 1 ? 'it is' : 'they are'} fixed is unknown.</dd></div>`}
</dl>`;
}

function renderFixed({ count, findings }: ReportComparison['fixed'], budget: ByteBudget): Markup {
  const rows = budget.renderFitting(findings, renderFixedFinding);
  return html`<details><summary>Fixed: ${formatNumber(count)}</summary>
<ul class="plain lines">${rows}</ul>
${rows.length < count && html`<p class="note">${formatNumber(rows.length)} of ${formatNumber(count)} are listed.</p>`}
</details>`;
}

function renderFixedFinding({ help, impact, url, selector, kind }: FixedFinding): Markup {
  return html`<li>${renderImpact(impact)} ${truncateText(help)}${kind === 'review' && ' (needed review)'}: <code>${truncateText(selector, 200)}</code> on ${renderLink(url, truncateText(url))}</li>`;
}

function renderNotSeenAgain({ pages }: ReportComparison['notSeenAgain'], budget: ByteBudget): Markup {
  const rows = budget.renderFitting(pages, (url) => html`<li>${renderAddress(url)}</li>`);
  return html`<details><summary>Pages with findings that were not seen again</summary><ul class="plain">${rows}</ul></details>`;
}

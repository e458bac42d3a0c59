import type { BaselineChoice } from '../../core/comparison/states.ts';
import type { FixedFinding, Report, ReportComparison } from '../../core/reports/report.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { address, badge, clip, link, time } from './parts.ts';
import { Room, rooms } from './room.ts';
import { stateMeanings, stateNames, stateOrder } from './states.ts';
import { html, type Markup } from './template.ts';

const choices: Record<BaselineChoice, string> = {
  config: 'the one that this scan names',
  'target-branch': 'a comparable one of the target branch',
  branch: 'a comparable one of the same branch',
  site: 'a comparable one of the site',
};

/** How the baseline was found. Scans that name no branch count as one branch. */
function choiceOf({ chosenBy, branch }: NonNullable<ReportComparison['baseline']>): string {
  return chosenBy === 'branch' && branch === null ? 'a comparable one without a branch' : choices[chosenBy];
}

/** What changed since the baseline: by state, what is fixed, and what nobody knows. */
export function renderChanges({ comparison }: Report): Markup {
  const { baseline, whyNone } = comparison;
  return html`
<section aria-labelledby="changes">
<h2 id="changes">What changed</h2>
${baseline === null ? html`<p>${whyNone ?? 'There is no earlier scan to compare with.'} So what is new is not known.</p>` : compared(comparison, baseline)}
</section>`;
}

function compared(comparison: ReportComparison, baseline: NonNullable<ReportComparison['baseline']>): Markup {
  const { fixed, notSeenAgain, byEngine } = comparison;
  const room = new Room(rooms.changes);
  return html`<p>The baseline is scan <code>${baseline.scanId}</code> of ${time(baseline.createdAt)}${baseline.branch !== null && html`, branch <code>${clip(baseline.branch)}</code>`}: ${choiceOf(baseline)}.</p>
<p class="headline">${headline(comparison)}</p>
${table(comparison)}
${byEngine > 0 && html`<p><strong>${formatCount(byEngine, 'finding')}</strong> of those that are new ${byEngine === 1 ? 'comes' : 'come'} of a change of the rules or the browser: the element itself is as it was.</p>`}
${fixed.findings.length > 0 && fixedList(comparison.fixed, room)}
${notSeenAgain.count > 0 && unseen(notSeenAgain, room)}`;
}

function headline({ violations, fixed }: ReportComparison): string {
  const back = violations.regressed > 0 ? `, ${formatNumber(violations.regressed)} back again` : '';
  return `${formatCount(violations.new, 'new violation')}${back}, ${formatNumber(fixed.count)} fixed.`;
}

function table({ violations, needsReview, fixed, notSeenAgain }: ReportComparison): Markup {
  const rows = stateOrder
    .filter((state) => state === 'new' || violations[state] > 0 || needsReview[state] > 0)
    .map(
      (state) =>
        html`<tr><th scope="row">${stateNames[state]}</th><td class="meaning">${stateMeanings[state]}</td><td class="number" data-label="Violations">${formatNumber(violations[state])}</td><td class="number" data-label="Needs review">${formatNumber(needsReview[state])}</td></tr>`,
    );
  return html`<table class="changes stacks">
<caption>Findings of this scan by what became of them since the baseline, without suppressed ones</caption>
<thead><tr><th scope="col">State</th><th scope="col">What it means</th><th scope="col" class="number">Violations</th><th scope="col" class="number">Needs review</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<dl class="about">
<div><dt>Fixed</dt><dd>${formatCount(fixed.count, 'finding')} of the baseline: the rule ran again on the page and found ${fixed.count === 1 ? 'it' : 'them'} no more.</dd></div>
${notSeenAgain.count > 0 && html`<div><dt>Not seen again</dt><dd>${formatCount(notSeenAgain.count, 'finding')} of the baseline, on pages or by rules that this scan did not get to. Nobody knows whether ${notSeenAgain.count === 1 ? 'it is' : 'they are'} fixed.</dd></div>`}
</dl>`;
}

function fixedList({ count, findings }: ReportComparison['fixed'], room: Room): Markup {
  const rows = room.fill(function* () {
    for (const finding of findings) yield row(finding);
  });
  return html`<details><summary>What is fixed: ${formatNumber(count)}</summary>
<ul class="plain lines">${rows}</ul>
${rows.length < count && html`<p class="note">Shown are ${formatNumber(rows.length)} of ${formatNumber(count)}.</p>`}
</details>`;
}

function row({ help, impact, url, selector, kind }: FixedFinding): Markup {
  return html`<li>${badge(impact)} ${clip(help)}${kind === 'review' && ' (needed review)'}: <code>${clip(selector, 200)}</code> on ${link(url, clip(url))}</li>`;
}

function unseen({ pages }: ReportComparison['notSeenAgain'], room: Room): Markup {
  const rows = room.fill(function* () {
    for (const url of pages) yield html`<li>${address(url)}</li>`;
  });
  return html`<details><summary>Pages of what was not seen again</summary><ul class="plain">${rows}</ul></details>`;
}

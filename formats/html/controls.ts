import type { Report } from '../../core/reports/report.ts';
import { impacts } from '../../core/scans/page-result.ts';
import { impactNames } from '../parts/words.ts';
import type { Issue } from './issue.ts';
import { clip } from './parts.ts';
import { isCompared, stateNames, stateOrder, statesOf } from './states.ts';
import { html, type Markup } from './template.ts';

/** What the script brings out: it reads and writes these, by their ids. Without script there is nothing to filter. */
export function renderControls(report: Report, issues: readonly Issue[]): Markup {
  const groups = issues.map(({ group }) => group);
  const states = stateOrder.filter((state) => groups.some((group) => statesOf(group).includes(state)));
  const rules = new Map(issues.map(({ group, rule }) => [group.ruleId, rule?.help ?? group.ruleId]));
  const present = impacts.filter((impact) => groups.some((group) => group.impact === impact));
  return html`
<search class="filters" id="filters" aria-label="Filter and sort" hidden>
<div class="fields">
<div class="field wide"><label for="filter-text">Text</label><input id="filter-text" type="search"></div>
${
  isCompared(report) &&
  choice(
    'state',
    'State',
    'Any state',
    states.map((state) => [state, stateNames[state]]),
  )
}
${choice(
  'impact',
  'Impact',
  'Any impact',
  present.map((impact) => [impact, impactNames[impact]]),
)}
${choice(
  'rule',
  'Rule',
  'Any rule',
  [...rules].map(([id, help]) => [id, clip(help, 80)]),
)}
${choice('page', 'Page', 'Any page', [])}
<div class="field"><label for="filter-sort">Sort by</label><select id="filter-sort">
<option value="">${isCompared(report) ? 'New first, then worst' : 'Worst first'}</option>
<option value="elements">Number of elements</option>
<option value="pages">Number of pages</option>
<option value="impact">Impact</option>
<option value="rule">Rule</option>
</select></div>
</div>
<div class="actions">
<button type="button" id="filter-clear">Clear filters</button>
<button type="button" id="filter-brief" aria-pressed="false">Titles only</button>
<button type="button" id="filter-unfold" aria-pressed="false">Unfold all</button>
</div>
<p role="status" id="filter-count"></p>
</search>`;
}

function choice(name: string, label: string, any: string, options: readonly [string, string][]): Markup {
  return html`<div class="field"><label for="filter-${name}">${label}</label><select id="filter-${name}"><option value="">${any}</option>${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></div>
`;
}

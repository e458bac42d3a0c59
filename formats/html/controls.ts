import type { Report } from '../../core/reports/report.ts';
import { impacts } from '../../core/scans/page-result.ts';
import { impactNames } from '../parts/words.ts';
import type { Issue } from './issue.ts';
import { truncateText } from './parts.ts';
import { isCompared, listStates, stateNames, stateOrder } from './states.ts';
import { html, type Markup } from './template.ts';

/**
 * Returns the controls that filter and sort. The script shows them and reads them by id; without script they stay
 * hidden.
 */
export function renderControls(report: Report, issues: readonly Issue[]): Markup {
  const groups = issues.map(({ group }) => group);
  const states = stateOrder.filter((state) => groups.some((group) => listStates(group).includes(state)));
  const rules = new Map(issues.map(({ group, rule }) => [group.ruleId, rule?.help ?? group.ruleId]));
  const present = impacts.filter((impact) => groups.some((group) => group.impact === impact));
  return html`
<search class="filters" id="filters" aria-label="Filter and sort" hidden>
<div class="fields">
<label class="field"><span class="label">Search</span> <input id="filter-text" type="search"></label>
${
  isCompared(report) &&
  renderChoice(
    'state',
    'State',
    'Any state',
    states.map((state) => [state, stateNames[state]]),
  )
}
${renderChoice(
  'impact',
  'Impact',
  'Any impact',
  present.map((impact) => [impact, impactNames[impact]]),
)}
${renderChoice(
  'rule',
  'Rule',
  'Any rule',
  [...rules].map(([id, help]) => [id, truncateText(help, 80)]),
)}
${renderChoice('page', 'Page', 'Any page', [])}
<label class="field"><span class="label">Sort by</span> <select id="filter-sort">
<option value="">${isCompared(report) ? 'New first, then worst' : 'Worst first'}</option>
<option value="elements">Number of elements</option>
<option value="pages">Number of pages</option>
<option value="impact">Impact</option>
<option value="rule">Rule</option>
</select></label>
</div>
<div class="actions">
<button type="button" id="filter-clear">Clear filters</button>
<button type="button" id="filter-brief" aria-pressed="false">Titles only</button>
<button type="button" id="filter-expand" aria-pressed="false">Expand elements</button>
</div>
<p role="status" id="filter-count"></p>
</search>`;
}

function renderChoice(
  name: string,
  label: string,
  any: string,
  options: readonly [string, string][],
): Markup {
  return html`<label class="field"><span class="label">${label}</span> <select id="filter-${name}"><option value="">${any}</option>${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>
`;
}

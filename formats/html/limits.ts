import type { Report, ReportCriterion } from '../../core/reports/report.ts';
import { formatNumber } from '../parts/words.ts';
import { link } from './parts.ts';
import { html, type Markup } from './template.ts';

/** What automated checks cannot say, and the criteria that were tested in part or not at all. */
export function renderLimits({ limits }: Report): Markup {
  return html`
<section aria-labelledby="limits">
<h2 id="limits">What this report cannot say</h2>
<p>${limits.statement}</p>
${criteria('Success criteria that were not tested', limits.criteriaNotTested, 'No rule that ran belongs to these criteria of the chosen standards. People have to test them.')}
${criteria('Success criteria that were tested in part', limits.criteriaTestedInPart, 'At least one rule that ran belongs to each of these. No rule tests all that a criterion asks for.')}
</section>`;
}

function criteria(title: string, list: readonly ReportCriterion[], meaning: string): Markup | false {
  if (list.length === 0) return false;
  return html`<details><summary>${title}: ${formatNumber(list.length)}</summary>
<p>${meaning}</p>
<ul class="criteria">${list.map(({ number, name, level, url }) => html`<li>${link(url, `${number} ${name}`)} <span class="level">${level}</span></li>`)}</ul>
</details>`;
}

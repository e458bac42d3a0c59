import type { Report, ReportCriterion, ReportEngine } from '../report.ts';
import { renderConditions } from './conditions.ts';
import { countOf, grouped, link, time } from './parts.ts';
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
  return html`<details><summary>${title}: ${grouped(list.length)}</summary>
<p>${meaning}</p>
<ul class="criteria">${list.map(({ number, name, level, url }) => html`<li>${link(url, `${number} ${name}`)} <span class="level">${level}</span></li>`)}</ul>
</details>`;
}

/** How the scan was configured and run: what an auditor or a developer needs to repeat it. */
export function renderConfiguration({ scan, site, configuration, engines }: Report): Markup {
  return html`
<section aria-labelledby="configuration">
<h2 id="configuration">How this scan was made</h2>
<dl class="about">
<div><dt>Site</dt><dd>${site.name} <span class="url">${site.url}</span></dd></div>
<div><dt>Began with</dt><dd><ul class="plain">${configuration.startUrls.map((url) => html`<li class="url">${url}</li>`)}</ul></dd></div>
<div><dt>Triggered</dt><dd>${time(scan.createdAt)}</dd></div>
<div><dt>Began</dt><dd>${time(scan.startedAt)}</dd></div>
<div><dt>Ended</dt><dd>${time(scan.finishedAt)}, ${scan.status}</dd></div>
<div><dt>Rule sets</dt><dd><ul class="plain">${configuration.ruleSets.map(
    ({ name, meaning, ruleIds }) =>
      html`<li><code>${name}</code>: ${meaning} ${countOf(ruleIds.length, 'rule')}.</li>`,
  )}</ul></dd></div>
${renderConditions(configuration.settings)}
<div><dt>Priority</dt><dd>${scan.config.priority}</dd></div>
${engines.map(engine)}
<div><dt>Scan</dt><dd><code>${scan.id}</code></dd></div>
<div><dt>Request</dt><dd><code>${scan.requestId}</code></dd></div>
</dl>
<details><summary>The ${countOf(configuration.ruleIds.length, 'rule')} of this scan</summary>
<p class="rule-ids">${configuration.ruleIds.map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}</p></details>
</section>`;
}

function engine({ axe, browser, userAgent, viewport, pageCount }: ReportEngine): Markup {
  return html`<div><dt>Scanned with</dt><dd>axe-core ${axe} in ${browser}, window ${viewport.width} × ${viewport.height} px, on ${countOf(pageCount, 'page')}.<br>User agent: <span class="url">${userAgent}</span></dd></div>`;
}

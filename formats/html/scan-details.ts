import type { Report, ReportEngine } from '../../core/reports/report.ts';
import { formatEngine } from '../../core/scans/engine.ts';
import { type PageOutcome, pageOutcomes } from '../../core/scans/page-outcome.ts';
import { describeDecided } from '../parts/decisions.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { ByteBudget, byteBudgets } from './byte-budget.ts';
import { describeThresholds } from './gate.ts';
import { renderAddress, renderCodes, renderTime, truncateText } from './parts.ts';
import { renderDiscovery, renderPageConditions, renderPageSelection } from './scan-conditions.ts';
import { renderSection } from './section.ts';
import { html, type Markup } from './template.ts';

/**
 * Returns the evidence for an audit, under the five steps of W3C's evaluation methodology. The headings are those of
 * its version 1.0: https://www.w3.org/TR/2014/NOTE-WCAG-EM-20140710/. The report states what the scan knows, and what
 * people have to judge.
 */
export function renderScanDetails(report: Report): Markup {
  const budget = new ByteBudget(byteBudgets.scanDetails);
  return renderSection(
    'scan-details',
    'settings, conditions and versions, for an audit',
    html`<p>What was done, under the steps of the <a href="https://www.w3.org/TR/2014/NOTE-WCAG-EM-20140710/" rel="noreferrer noopener">W3C evaluation methodology (WCAG-EM 1.0)</a>. Automated rules are only a part of such an evaluation; ${describeDecided(report).length === 0 ? 'no person judged any page' : 'people decided only about the findings that this report names'}.</p>
<h3>Step 1: Define the evaluation scope</h3>
<dl class="about">${renderScope(report, budget)}</dl>
<h3>Step 2: Explore the target website</h3>
<dl class="about">${renderExploration(report, budget)}</dl>
<h3>Step 3: Select a representative sample</h3>
<p>${describeSelection(report)} A person has to judge whether they represent the site, and whether they include every step of a process, such as a purchase.</p>
<dl class="about">${renderSample(report)}</dl>
<h3>Step 4: Audit the selected sample</h3>
<dl class="about">${renderAudit(report)}</dl>
<details><summary>Rules of this scan: ${formatNumber(report.configuration.ruleIds.length)}</summary><p class="rule-ids">${renderCodes(report.configuration.ruleIds)}</p></details>
<h3>Step 5: Report the evaluation findings</h3>
<dl class="about">${renderReporting(report)}</dl>`,
  );
}

function renderScope({ site, configuration }: Report, budget: ByteBudget): Markup {
  const { startUrls, ruleSets } = configuration;
  const items = budget.renderFitting(startUrls, (url) => html`<li>${renderAddress(url)}</li>`);
  const more = startUrls.length - items.length;
  return html`
<div><dt>Site</dt><dd>${truncateText(site.name)} ${renderAddress(site.url)}</dd></div>
<div><dt>Start URLs</dt><dd><ul class="plain">${items}</ul>${more > 0 && `and ${formatNumber(more)} more`}</dd></div>
<div><dt>Rule sets</dt><dd><ul class="plain">${ruleSets.map(({ name, meaning, ruleIds }) => html`<li><code>${name}</code>: ${meaning} ${formatCount(ruleIds.length, 'rule')}.</li>`)}</ul></dd></div>
<div><dt>For people to define</dt><dd>Which browsers and assistive technologies have to work with the site.</dd></div>
<div><dt>Claim</dt><dd>None. This report makes no statement on conformance with any standard.</dd></div>`;
}

function renderExploration({ configuration, crawl }: Report, budget: ByteBudget): Markup {
  const notes = budget.renderFitting(crawl.notes, (note) => html`<li>${truncateText(note)}</li>`);
  return html`${renderDiscovery(configuration.settings)}
${crawl.adoptedOrigin !== null && html`<div><dt>Redirected</dt><dd>The start URL redirected to ${renderAddress(crawl.adoptedOrigin)}. Further pages were opened there.</dd></div>`}
${notes.length > 0 && html`<div><dt>Not read</dt><dd><ul class="plain">${notes}</ul></dd></div>`}
<div><dt>For people to explore</dt><dd>Which functions, kinds of page and technologies the site has.</dd></div>`;
}

function describeSelection({ configuration }: Report): string {
  return configuration.settings.crawl.crawl === 'none'
    ? 'The pages are the start URLs and the listed pages.'
    : 'The pages are the start URLs and the listed pages, then discovered pages: those fewest links away first, and those equally far by URL.';
}

function renderSample({ configuration, summary, crawl }: Report): Markup {
  const { count } = crawl.notAttempted;
  return html`${renderPageSelection(configuration.settings)}
<div><dt>Pages of the scan</dt><dd>${formatCount(summary.pages.known, 'page')}, listed under <a href="#pages">Pages</a></dd></div>
<div><dt>Skipped</dt><dd>${count === 0 ? 'No discovered page' : html`${formatCount(count, 'discovered page')}: see <a href="#skipped-pages">the list</a>`}</dd></div>`;
}

function renderAudit(report: Report): Markup {
  const { scan, configuration, engines, summary } = report;
  const outcomes = Object.entries(summary.pages.byOutcome) as [PageOutcome, number][];
  return html`
<div><dt>When</dt><dd>${renderTime(scan.startedAt)} to ${renderTime(scan.finishedAt)}</dd></div>
${renderPageConditions(configuration.settings)}
${engines.map(renderEngine)}
<div><dt>Page outcomes</dt><dd><ul class="plain">${outcomes.map(([outcome, number]) => html`<li>${formatNumber(number)}: ${pageOutcomes[outcome].sentence}</li>`)}</ul></dd></div>
<div><dt>Suppressed</dt><dd>${formatCount(summary.suppressed.violations.elements, 'violation')}; ${formatCount(summary.suppressed.needsReview.elements, 'element')} that ${summary.suppressed.needsReview.elements === 1 ? 'needs' : 'need'} review</dd></div>
${describeDecided(report).map((text) => html`<div><dt>Decided</dt><dd>${text}</dd></div>`)}
<div><dt>Not tested</dt><dd>${formatCount(report.limits.criteriaNotTested.length, 'criterion', 'criteria')} of the chosen standards: see <a href="#not-tested">Not tested</a></dd></div>`;
}

function renderEngine(engine: ReportEngine): Markup {
  const { userAgent, viewport, pageCount, ...conditions } = engine;
  const conditionTexts = [
    conditions.mobile && 'as a touch device',
    conditions.colorScheme && `${conditions.colorScheme} color scheme`,
    conditions.locale && `language ${conditions.locale}`,
  ].filter((text) => text);
  return html`<div><dt>Scanned with</dt><dd>${formatEngine(engine, (name) => truncateText(name))}, viewport ${viewport.width} × ${viewport.height} px${conditionTexts.map((text) => html`, ${text}`)}, on ${formatCount(pageCount, 'page')}.<br>User agent: ${renderAddress(userAgent)}</dd></div>`;
}

function renderReporting({ scan, schemaVersion }: Report): Markup {
  const { metadata, failOn, priority } = scan.config;
  const source = Object.entries(metadata ?? {}).map(
    ([name, value]) => `${metadataNames[name] ?? name} ${value}`,
  );
  return html`
<div><dt>Scan</dt><dd><code>${scan.id}</code>, ${scan.status}${scan.incomplete && ', incomplete'}</dd></div>
<div><dt>Triggered</dt><dd>${renderTime(scan.createdAt)}${scan.requestId !== null && html`, request <code>${truncateText(scan.requestId)}</code>`}, priority ${priority}</dd></div>
${source.length > 0 && html`<div><dt>Source</dt><dd>${source.map((text, index) => html`${index > 0 && ', '}${truncateText(text)}`)}</dd></div>`}
${failOn && html`<div><dt>Gate</dt><dd>Fails ${describeThresholds(failOn)}.</dd></div>`}
<div><dt>Report format</dt><dd>Version ${schemaVersion}. The JSON format has the full report. The EARL format has every page and rule for evaluation tools.</dd></div>`;
}

const metadataNames: Record<string, string> = {
  branch: 'branch',
  targetBranch: 'target branch',
  commit: 'commit',
  pullRequest: 'pull request',
};

import { notAttemptedReasons } from '../../core/crawl/not-attempted.ts';
import type { Report, ReportEngine } from '../../core/reports/report.ts';
import { formatEngine } from '../../core/scans/engine.ts';
import { type PageOutcome, pageOutcomes } from '../../core/scans/page-outcome.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { choosing, exploring, opening } from './conditions.ts';
import { thresholds } from './gate.ts';
import { address, clip, codes, time } from './parts.ts';
import { Room, rooms } from './room.ts';
import { html, type Markup } from './template.ts';

/**
 * Evidence for an audit, under the five steps of W3C's evaluation methodology in its first version, whose headings these are:
 * https://www.w3.org/TR/2014/NOTE-WCAG-EM-20140710/. The report fills in what a machine knows, and says what it leaves to people.
 */
export function renderEvaluation(report: Report): Markup {
  const room = new Room(rooms.evaluation);
  return html`
<section aria-labelledby="evaluation">
<h2 id="evaluation">Record for an audit</h2>
<p>What was done, under the steps of the <a href="https://www.w3.org/TR/2014/NOTE-WCAG-EM-20140710/" rel="noreferrer noopener">W3C evaluation methodology (WCAG-EM 1.0)</a>. Automated rules are a part of such an evaluation only; no person judged any page.</p>
<h3>Step 1: Define the evaluation scope</h3>
<dl class="about">${scope(report, room)}</dl>
<h3>Step 2: Explore the target website</h3>
<dl class="about">${explored(report, room)}</dl>
<h3>Step 3: Select a representative sample</h3>
<p>${howChosen(report)} Whether they represent the site, and whether the steps of a process such as a purchase are all among them, is for a person to judge.</p>
<dl class="about">${sample(report)}</dl>
${leftOut(report.crawl.notAttempted, room)}
<h3>Step 4: Audit the selected sample</h3>
<dl class="about">${audit(report)}</dl>
<details><summary>The ${formatCount(report.configuration.ruleIds.length, 'rule')} of this scan</summary><p class="rule-ids">${codes(report.configuration.ruleIds)}</p></details>
<h3>Step 5: Report the evaluation findings</h3>
<dl class="about">${reporting(report)}</dl>
</section>`;
}

function scope({ site, configuration }: Report, room: Room): Markup {
  const { startUrls, ruleSets } = configuration;
  const starts = room.fill(function* () {
    for (const url of startUrls) yield html`<li>${address(url)}</li>`;
  });
  return html`
<div><dt>Site</dt><dd>${clip(site.name)} ${address(site.url)}</dd></div>
<div><dt>Began with</dt><dd><ul class="plain">${starts}</ul>${starts.length < startUrls.length && `and ${formatNumber(startUrls.length - starts.length)} more`}</dd></div>
<div><dt>Rule sets</dt><dd><ul class="plain">${ruleSets.map(({ name, meaning, ruleIds }) => html`<li><code>${name}</code>: ${meaning} ${formatCount(ruleIds.length, 'rule')}.</li>`)}</ul></dd></div>
<div><dt>Left to people</dt><dd>Which browsers and assistive technologies have to work with the site.</dd></div>
<div><dt>Claim</dt><dd>None. This report makes no statement on conformance with any standard.</dd></div>`;
}

function explored({ configuration, crawl }: Report, room: Room): Markup {
  const notes = room.fill(function* () {
    for (const note of crawl.notes) yield html`<li>${clip(note)}</li>`;
  });
  return html`${exploring(configuration.settings)}
${crawl.adoptedOrigin !== null && html`<div><dt>Moved</dt><dd>The start address moved to ${address(crawl.adoptedOrigin)}; further pages were opened there.</dd></div>`}
${notes.length > 0 && html`<div><dt>Not read</dt><dd><ul class="plain">${notes}</ul></dd></div>`}
<div><dt>Left to people</dt><dd>Which functions, kinds of page and technologies the site has.</dd></div>`;
}

function howChosen({ configuration }: Report): string {
  return configuration.settings.crawl.crawl === 'none'
    ? 'The pages are those that the scan was told of.'
    : 'The pages are those that the scan began with, then those that were found, the fewest links away first and those equally far by their address.';
}

function sample({ configuration, summary, crawl }: Report): Markup {
  const { count } = crawl.notAttempted;
  return html`${choosing(configuration.settings)}
<div><dt>Pages of the scan</dt><dd>${formatCount(summary.pages.known, 'page')}, listed under <a href="#pages">Pages</a></dd></div>
<div><dt>Found and left out</dt><dd>${count === 0 ? 'None' : formatCount(count, 'page')}</dd></div>`;
}

/** Pages that were found and are not part of the scan, by reason. */
function leftOut({ count, pages }: Report['crawl']['notAttempted'], room: Room): Markup | false {
  if (count === 0) return false;
  const byReason = Map.groupBy(pages, ({ reason }) => reason);
  let named = 0;
  const lists = [...byReason].map(([reason, group]) => {
    const items = room.fill(function* () {
      for (const { url } of group) yield html`<li>${address(url)}</li>`;
    });
    named += items.length;
    return (
      items.length > 0 &&
      html`<p class="label">${notAttemptedReasons[reason]}</p><ul class="plain">${items}</ul>`
    );
  });
  return html`<details class="left-out" id="left-out"><summary>${formatNumber(count)} ${count === 1 ? 'page that was' : 'pages that were'} found and left out</summary>
${lists}
${named < count && html`<p class="note">Named are ${formatNumber(named)} of ${formatNumber(count)}.</p>`}
</details>`;
}

function audit(report: Report): Markup {
  const { scan, configuration, engines, summary } = report;
  const outcomes = Object.entries(summary.pages.byOutcome) as [PageOutcome, number][];
  return html`
<div><dt>When</dt><dd>${time(scan.startedAt)} to ${time(scan.finishedAt)}</dd></div>
${opening(configuration.settings)}
${engines.map(engine)}
<div><dt>How pages ended</dt><dd><ul class="plain">${outcomes.map(([outcome, number]) => html`<li>${formatNumber(number)}: ${pageOutcomes[outcome].sentence}</li>`)}</ul></dd></div>
<div><dt>Suppressed</dt><dd>${formatCount(summary.suppressed.violations.elements, 'violation')}, ${formatNumber(summary.suppressed.needsReview.elements)} to be looked at</dd></div>
<div><dt>Not tested</dt><dd>${formatCount(report.limits.criteriaNotTested.length, 'criterion', 'criteria')} of the chosen standards: see <a href="#limits">What this report cannot say</a></dd></div>`;
}

function engine(versions: ReportEngine): Markup {
  const { userAgent, viewport, pageCount, ...conditions } = versions;
  const conditionTexts = [
    conditions.mobile && 'as a touch device',
    conditions.colorScheme && `${conditions.colorScheme} colour scheme`,
    conditions.locale && `language ${conditions.locale}`,
  ].filter((text) => text);
  return html`<div><dt>Scanned with</dt><dd>${formatEngine(versions, (name) => clip(name))}, window ${viewport.width} × ${viewport.height} px${conditionTexts.map((text) => html`, ${text}`)}, on ${formatCount(pageCount, 'page')}.<br>User agent: ${address(userAgent)}</dd></div>`;
}

function reporting({ scan, schemaVersion }: Report): Markup {
  const { metadata, failOn, priority } = scan.config;
  const source = Object.entries(metadata ?? {}).map(
    ([name, value]) => `${sourceNames[name] ?? name} ${value}`,
  );
  return html`
<div><dt>Scan</dt><dd><code>${scan.id}</code>, ${scan.status}${scan.incomplete && ', incomplete'}</dd></div>
<div><dt>Triggered</dt><dd>${time(scan.createdAt)}${scan.requestId !== null && html`, request <code>${clip(scan.requestId)}</code>`}, priority ${priority}</dd></div>
${source.length > 0 && html`<div><dt>Of</dt><dd>${source.map((text, index) => html`${index > 0 && ', '}${clip(text)}`)}</dd></div>`}
${failOn && html`<div><dt>Gate</dt><dd>Fails ${thresholds(failOn)}.</dd></div>`}
<div><dt>Report format</dt><dd>${schemaVersion}. The same in full: the JSON format; every page and rule for evaluation tools: the EARL format.</dd></div>`;
}

const sourceNames: Record<string, string> = {
  branch: 'branch',
  targetBranch: 'to be merged into',
  commit: 'commit',
  pullRequest: 'pull request',
};

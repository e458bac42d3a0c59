import { notAttemptedReasons } from '../../crawl/not-attempted.ts';
import { isScanned } from '../../scans/page-outcome.ts';
import type { RuleOutcome } from '../../scans/page-result.ts';
import type { Report, ReportPage, RuleFindings } from '../report.ts';
import { countOf, duration, grouped, time } from './parts.ts';
import { pageLink } from './rule-findings.ts';
import { html, type Markup } from './template.ts';

/** Every page of the scan with how it ended and what each rule said there. */
export function renderPages({ pages, summary, needsReview, crawl }: Report): Markup {
  const reviewed = reviewedByPage(needsReview);
  return html`
<section aria-labelledby="pages">
<h2 id="pages">Pages</h2>
<p>${countOf(summary.pages.known, 'page')} ${summary.pages.known === 1 ? 'belongs' : 'belong'} to this scan; ${grouped(summary.pages.scanned)} ${summary.pages.scanned === 1 ? 'was' : 'were'} scanned. A page that was not scanned may have any number of problems.</p>
<table class="pages stacks">
<caption>Pages, how each ended, and the number of elements found on it</caption>
<thead><tr><th scope="col">Page</th><th scope="col">Outcome</th><th scope="col" class="number">Violations</th><th scope="col" class="number">Needs review</th></tr></thead>
<tbody>${pages.map(row)}</tbody>
</table>
${leftOut(crawl)}
<h3>What happened on each page, and what each rule said there</h3>
${pages.map((page) => html`<details class="each-page"><summary><bdi>${nameOf(page)}</bdi></summary>${facts(page, reviewed.get(page.id) ?? new Set())}</details>`)}
</section>`;
}

/** Pages that were found and are not part of the scan, by reason, and what could not be read of the site. */
function leftOut({ adoptedOrigin, notes, notAttempted }: Report['crawl']): Markup {
  const { count, pages } = notAttempted;
  const byReason = Map.groupBy(pages, ({ reason }) => reason);
  return html`
${adoptedOrigin !== null && html`<p>The start address moved to <span class="url">${adoptedOrigin}</span>; further pages were opened there.</p>`}
${notes.map((note) => html`<p>${note}</p>`)}
${
  count > 0 &&
  html`<details class="left-out"><summary>${grouped(count)} more ${count === 1 ? 'page was' : 'pages were'} found and not scanned</summary>
${pages.length < count && html`<p>The first ${grouped(pages.length)} of them:</p>`}
${[...byReason].map(
  ([reason, group]) =>
    html`<h3>${notAttemptedReasons[reason]}</h3><ul class="plain">${group.map(({ url }) => html`<li class="url">${url}</li>`)}</ul>`,
)}
</details>`
}`;
}

function row(page: ReportPage): Markup {
  const scanned = isScanned(page.outcome);
  return html`<tr>
<th scope="row">${pageLink(page.requestedUrl, page.title)}</th>
<td>${scanned ? 'Scanned' : html`<span class="missed">Not scanned</span>`}${page.outcome !== 'scanned' && html` <code>${page.outcome}</code> ${page.detail}`}</td>
<td class="number" data-label="Violations">${scanned ? grouped(page.violations) : '–'}</td>
<td class="number" data-label="Needs review">${scanned ? grouped(page.needsReview) : '–'}</td>
</tr>`;
}

function nameOf(page: ReportPage): string {
  return page.title?.trim() ? page.title : page.requestedUrl;
}

/** Which rules need review on which page, by page id. A rule may also have failed there: `failed` beats `review`. */
function reviewedByPage(needsReview: readonly RuleFindings[]): Map<string, Set<string>> {
  const reviewed = new Map<string, Set<string>>();
  for (const { ruleId, nodes } of needsReview) {
    for (const { pageId } of nodes) {
      reviewed.set(pageId, (reviewed.get(pageId) ?? new Set()).add(ruleId));
    }
  }
  return reviewed;
}

function facts(page: ReportPage, reviewed: ReadonlySet<string>): Markup {
  return html`<dl class="about">
<div><dt>Requested</dt><dd class="url">${page.requestedUrl}</dd></div>
<div><dt>Final address</dt><dd class="url">${page.finalUrl ?? '–'}</dd></div>
<div><dt>HTTP status</dt><dd>${page.httpStatus ?? '–'}</dd></div>
<div><dt>Content type</dt><dd>${page.contentType ?? '–'}</dd></div>
<div><dt>Opened</dt><dd>${time(page.startedAt)}${page.attempts > 1 && `; ${grouped(page.attempts)} attempts in all`}</dd></div>
<div><dt>Took</dt><dd>${page.durationMs === null ? '–' : duration(page.durationMs)}</dd></div>
${page.settled === false && html`<div><dt>Settled</dt><dd>No: the page was still changing when the rules were run.</dd></div>`}
${rulesBy(page.rules, 'failed', 'Rules that failed')}
${rulesBy(
  page.rules.filter(({ ruleId }) => reviewed.has(ruleId)),
  'failed',
  'Of these, also need review',
  'They failed on some elements and could not decide about others.',
)}
${rulesBy(page.rules, 'review', 'Rules that need review')}
${rulesBy(page.rules, 'passed', 'Rules that passed')}
${rulesBy(page.rules, 'inapplicable', 'Rules with nothing to test')}
${notRun(page.rules)}
</dl>`;
}

function rulesBy(
  rules: readonly RuleOutcome[],
  result: RuleOutcome['result'],
  label: string,
  note = '',
): Markup | false {
  const ids = rules.filter((rule) => rule.result === result).map((rule) => rule.ruleId);
  return (
    ids.length > 0 &&
    html`<div><dt>${label}</dt><dd>${grouped(ids.length)}: ${codes(ids)}${note && `. ${note}`}</dd></div>`
  );
}

/** Rules that were not run, those with the same reason together. */
function notRun(rules: readonly RuleOutcome[]): Markup[] {
  const left = rules.filter((rule) => rule.result === 'not-run');
  return [...Map.groupBy(left, (rule) => rule.reason ?? 'No reason was recorded.')].map(
    ([reason, group]) =>
      html`<div><dt>Rules not run</dt><dd>${reason} ${grouped(group.length)}: ${codes(group.map((rule) => rule.ruleId))}</dd></div>`,
  );
}

function codes(ids: readonly string[]): Markup[] {
  return ids.map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`);
}

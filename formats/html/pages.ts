import type { Report, ReportPage } from '../../core/reports/report.ts';
import { isScanned } from '../../core/scans/page-outcome.ts';
import type { RuleOutcome } from '../../core/scans/page-result.ts';
import { countPagesWithoutBrokenLinks, isBrokenLink, listBrokenLinks } from '../parts/broken-links.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { nameOf, pageLink } from './page-index.ts';
import { address, clip, codes, duration, link, time } from './parts.ts';
import { Room, rooms } from './room.ts';
import { html, type Markup } from './template.ts';

/** Every page of the scan with how it ended and what the rules said there. */
export function* renderPages(report: Report): Generator<Markup> {
  const { pages, summary } = report;
  const known = countPagesWithoutBrokenLinks(report);
  const room = new Room(rooms.pages);
  const rows = room.fill(function* () {
    for (const [index, page] of pages.entries()) if (!isBrokenLink(page)) yield row(page, index + 1);
  });
  yield html`
<section aria-labelledby="pages">
<h2 id="pages">Pages</h2>
<p>${formatCount(known, 'page')} ${known === 1 ? 'belongs' : 'belong'} to this scan; ${formatNumber(summary.pages.scanned)} ${summary.pages.scanned === 1 ? 'was' : 'were'} scanned. A page that was not scanned may have any number of problems.</p>
<table class="pages stacks">
<caption>Pages, how each ended, and the number of elements found on it, without suppressed ones</caption>
<thead><tr><th scope="col">Page</th><th scope="col">Outcome</th><th scope="col" class="number">Violations</th><th scope="col" class="number">Needs review</th></tr></thead>
<tbody>${rows}</tbody>
</table>
${rows.length < known && html`<p class="notice">${formatCount(known - rows.length, 'more page')} ${known - rows.length === 1 ? 'is' : 'are'} not shown here, because this page would be too large. The JSON format of this report has all of them.</p>`}
${brokenLinks(report, room)}`;
  const each = new Room(rooms.eachPage).fill(function* () {
    for (const page of pages) {
      yield html`<details class="each-page"><summary><bdi>${nameOf(page)}</bdi></summary>${facts(page)}</details>
`;
    }
  });
  yield html`
<h3>What happened on each page</h3>
<p>The JSON and EARL formats of this report name every rule that passed on each page, and every one that had nothing to test there.</p>
${each}
${each.length < pages.length && html`<p class="note">${formatCount(pages.length - each.length, 'more page')}; the JSON format has all of them.</p>`}
</section>`;
}

/** The broken links, each with the page that it is on; nothing where there are none. */
function brokenLinks(report: Report, room: Room): Markup | false {
  const broken = listBrokenLinks(report);
  if (broken.length === 0) return false;
  const items = room.fill(function* () {
    for (const { requestedUrl, httpStatus, foundOn } of broken) {
      yield html`<li>${link(requestedUrl, clip(requestedUrl))} (${httpStatus}), ${foundOn ? html`linked from ${link(foundOn, clip(foundOn))}` : 'listed in a sitemap'}</li>
`;
    }
  });
  return html`<h3 id="broken-links">Broken links: ${formatNumber(broken.length)}</h3>
<p>The server says that these pages do not exist. Named is the first page that links to each.</p>
<ul class="plain">${items}</ul>
${items.length < broken.length && html`<p class="notice">${formatCount(broken.length - items.length, 'more broken link')}; the JSON format has all of them.</p>`}`;
}

function row(page: ReportPage, number: number): Markup {
  const scanned = isScanned(page.outcome);
  return html`<tr id="page-${number}" data-page="${number}">
<th scope="row">${pageLink(page.requestedUrl, page.title)}</th>
<td>${scanned ? 'Scanned' : html`<span class="missed">Not scanned</span>`}${page.outcome !== 'scanned' && html` <code>${page.outcome}</code> ${clip(page.detail)}`}</td>
<td class="number" data-label="Violations" data-list="issues">${scanned ? formatNumber(page.violations) : '–'}</td>
<td class="number" data-label="Needs review" data-list="reviews">${scanned ? formatNumber(page.needsReview) : '–'}</td>
</tr>
`;
}

function facts(page: ReportPage): Markup {
  return html`<dl class="about">
<div><dt>Requested</dt><dd>${address(page.requestedUrl)}</dd></div>
<div><dt>Final address</dt><dd>${page.finalUrl === null ? '–' : address(page.finalUrl)}</dd></div>
<div><dt>HTTP status</dt><dd>${page.httpStatus ?? '–'}${page.contentType !== null && `, ${clip(page.contentType)}`}</dd></div>
<div><dt>Opened</dt><dd>${time(page.startedAt)}${page.attempts > 1 && `; ${formatNumber(page.attempts)} attempts in all`}${page.durationMs !== null && `; took ${duration(page.durationMs)}`}</dd></div>
${page.settled === false && html`<div><dt>Settled</dt><dd>No: the page was still changing when the rules were run.</dd></div>`}
${rulesBy(page.rules, 'failed', 'Rules that failed')}
${rulesBy(page.rules, 'review', 'Rules that need review')}
${number(page.rules, 'passed', 'Rules that passed')}
${number(page.rules, 'inapplicable', 'Rules with nothing to test')}
${notRun(page.rules)}
</dl>`;
}

function rulesBy(
  rules: readonly RuleOutcome[],
  result: RuleOutcome['result'],
  label: string,
): Markup | false {
  const ids = rules.filter((rule) => rule.result === result).map((rule) => rule.ruleId);
  return (
    ids.length > 0 && html`<div><dt>${label}</dt><dd>${formatNumber(ids.length)}: ${codes(ids)}</dd></div>`
  );
}

function number(rules: readonly RuleOutcome[], result: RuleOutcome['result'], label: string): Markup | false {
  const count = rules.filter((rule) => rule.result === result).length;
  return count > 0 && html`<div><dt>${label}</dt><dd>${formatNumber(count)}</dd></div>`;
}

/** Rules that were not run, those with the same reason together. */
function notRun(rules: readonly RuleOutcome[]): Markup[] {
  const left = rules.filter((rule) => rule.result === 'not-run');
  return [...Map.groupBy(left, (rule) => rule.reason ?? 'No reason was recorded.')].map(
    ([reason, group]) =>
      html`<div><dt>Rules not run</dt><dd>${clip(reason)} ${group.length === rules.length ? `All ${formatNumber(group.length)}` : html`${formatNumber(group.length)}: ${codes(group.map((rule) => rule.ruleId))}`}</dd></div>`,
  );
}

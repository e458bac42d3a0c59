import type { Report, ReportSuppression } from '../../core/reports/report.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { fingerprint } from './element.ts';
import type { Gathered } from './gather.ts';
import type { PageIndex } from './page-index.ts';
import { badge, clip, time, wayTo } from './parts.ts';
import { Room, rooms } from './room.ts';
import { html, type Markup } from './template.ts';

/** The suppressions of the site: why, by whom, until when, and what each takes out of the count. */
export function renderSuppressed(report: Report, found: Gathered, pages: PageIndex): Markup | false {
  const { suppressions, summary } = report;
  if (suppressions.length === 0) return false;
  const room = new Room(rooms.suppressed);
  const shown = room.fill(function* () {
    for (const each of ordered(suppressions)) {
      yield suppression(each, found.suppressed.get(each.id) ?? [], pages, report);
    }
  });
  const { violations, needsReview } = summary.suppressed;
  return html`
<section aria-labelledby="suppressed">
<h2 id="suppressed">Suppressed</h2>
<p>${leftOut(violations.elements, needsReview.elements)}</p>
${shown}
${shown.length < suppressions.length && html`<p class="note">${formatCount(suppressions.length - shown.length, 'more suppression')}; the JSON format of this report has all of them.</p>`}
</section>`;
}

function leftOut(violations: number, reviews: number): string {
  const what = [
    violations > 0 && formatCount(violations, 'violation'),
    reviews > 0 && `${formatCount(reviews, 'finding')} to be looked at`,
  ].filter((text) => text !== false);
  if (what.length === 0) return 'Nothing is left out of the count.';
  const are = violations + reviews === 1 ? 'is' : 'are';
  return `${what.join(' and ')} ${are} not counted, because somebody decided so. The faults are still there.`;
}

/** Those that take most out of the count first, expired ones last. */
function ordered(suppressions: readonly ReportSuppression[]): ReportSuppression[] {
  return suppressions.toSorted(
    (one, other) => Number(one.expired) - Number(other.expired) || other.findings - one.findings,
  );
}

function suppression(
  { id, match, reason, author, createdAt, expiresAt, expired, findings }: ReportSuppression,
  examples: readonly ReportFinding[],
  pages: PageIndex,
  report: Report,
): Markup {
  return html`
<article class="suppression" aria-labelledby="${id}">
<h3 id="${id}">${reason}</h3>
<dl class="about">
<div><dt>Takes out</dt><dd>${expired ? 'Nothing any more: it has expired, and what it was about counts again' : formatCount(findings, 'finding')}</dd></div>
<div><dt>About</dt><dd>${matched(match)}</dd></div>
<div><dt>By</dt><dd>${clip(author.name)}, ${time(createdAt)}</dd></div>
<div><dt>Until</dt><dd>${expiresAt === null ? 'No end' : time(expiresAt)}${expired && ' (expired)'}</dd></div>
</dl>
${examples.length > 0 && html`<details><summary>${examples.length < findings ? `${formatNumber(examples.length)} of its ${formatNumber(findings)} findings` : `Its ${formatCount(findings, 'finding')}`}</summary><ul class="plain lines">${examples.map((each) => example(each, pages, report))}</ul></details>`}
</article>`;
}

function matched({ fingerprint: value, rule, selector, page }: ReportSuppression['match']): Markup {
  const parts = [
    value !== undefined && html`the finding <code>${value}</code>`,
    rule !== undefined && html`rule <code>${rule}</code>`,
    selector !== undefined && html`elements within <code>${clip(selector)}</code>`,
    page !== undefined && html`pages like <code>${clip(page)}</code>`,
  ].filter((part) => part !== false);
  return html`${parts.map((part, index) => html`${index > 0 && ', '}${part}`)}`;
}

function example({ kind, ruleId, node }: ReportFinding, pages: PageIndex, report: Report): Markup {
  const rules = kind === 'violation' ? report.violations : report.needsReview;
  const help = rules.find((rule) => rule.ruleId === ruleId)?.help ?? ruleId;
  return html`<li>${badge(node.impact)} ${help}: ${wayTo(node.target)} on ${pages.linked(node.pageId, node.url)}${node.fingerprint !== null && html` ${fingerprint(node.fingerprint)}`}</li>`;
}

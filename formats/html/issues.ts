import { reportMemberOf } from '../../core/findings/finding-kind.ts';
import type { IssueGroup, Report, RuleFindings } from '../../core/reports/report.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import { renderControls } from './controls.ts';
import type { Gathered } from './gather.ts';
import { type Issue, type IssueContext, pictureBytes, renderIssue } from './issue.ts';
import { Room, rooms } from './room.ts';
import { ruleTable } from './summary.ts';
import { html, type Markup } from './template.ts';

/** Issues of one kind that are shown at most; the others are only counted. */
const ISSUES_MAX = 500;

type Kind = IssueGroup['kind'];

/** The groups of a kind that count, in the order of the report, as many as are shown. */
export function shownGroups({ issueGroups }: Report, kind: Kind): IssueGroup[] {
  return counting(issueGroups, kind).slice(0, ISSUES_MAX);
}

function counting(groups: readonly IssueGroup[], kind: Kind): IssueGroup[] {
  return groups.filter((group) => group.kind === kind && group.suppressed < group.elements);
}

/** Groups with what is shown of them. */
export function issuesOf(
  groups: readonly IssueGroup[],
  rules: readonly RuleFindings[],
  found: Gathered,
): Issue[] {
  const byId = new Map(rules.map((rule) => [rule.ruleId, rule]));
  return groups.map((group, index) => ({
    id: `${group.kind === 'violation' ? 'issue' : 'review'}-${index + 1}`,
    group,
    rule: byId.get(group.ruleId),
    elements: found.elements.get(group.id) ?? [group.example],
  }));
}

const sections = {
  violation: {
    id: 'issues',
    title: 'Things to fix',
    none: 'The rules that ran found no violation.',
    lead: 'Each entry is an issue group: similar findings of one rule in the same part of a page. “One fix” means that one fix removes all of them. “Probably one fix” is a guess.',
    room: rooms.violations,
    counts: ({ summary }: Report) => summary.violations,
    caption: 'Violations by rule, worst first',
    shortly: 'things to fix',
  },
  review: {
    id: 'reviews',
    title: 'To be looked at',
    none: 'There is nothing that the rules could not decide.',
    lead: 'The rules could not decide these: a person has to look and judge. They are not counted as violations.',
    room: rooms.needsReview,
    counts: ({ summary }: Report) => summary.needsReview,
    caption: 'What needs review by rule, worst first',
    shortly: 'to be looked at',
  },
} as const;

/** How many issues of a kind the scan has; a report lists a bounded number of them. */
export function issueCount({ summary, issueGroups }: Report, kind: Kind): number {
  const listed = counting(issueGroups, kind).length;
  return kind === 'violation' ? Math.max(summary.issueGroups, listed) : listed;
}

/** The issues of one kind, piece by piece, with the controls to filter and sort them before the first. */
export function* renderIssues(
  kind: Kind,
  report: Report,
  issues: readonly Issue[],
  context: IssueContext,
  controls: Markup | false,
): Generator<Markup> {
  const { id, title, none, lead, room: bytes, counts, caption, shortly } = sections[kind];
  const count = issueCount(report, kind);
  if (count === 0) {
    yield html`
<section aria-labelledby="${id}">
<h2 id="${id}" tabindex="-1">${title}</h2>
<p>${none}</p>
${controls}
${notKept(report, kind)}
</section>`;
    return;
  }
  yield html`
<section aria-labelledby="${id}">
<h2 id="${id}" tabindex="-1">${title}: ${formatNumber(count)}</h2>
<p>${lead}${hasPictures(issues, context) && ' In pictures, fields and what the site wants hidden are covered in grey.'}</p>
${controls}
<div class="issues" data-of="${shortly}">`;
  const room = new Room(bytes);
  let shown = 0;
  for (const issue of issues) {
    const article = fitting(issue, context, room);
    if (article === undefined) break;
    shown += 1;
    yield article;
  }
  yield html`
</div>
<p class="note filtered-out" hidden></p>
${notShown(count - shown)}
${notKept(report, kind)}
<details class="by-rule"><summary>The same by rule</summary>${ruleTable(counts(report), caption)}</details>
</section>`;
}

function hasPictures(issues: readonly Issue[], { pictures }: IssueContext): boolean {
  return issues.some(({ elements }) => elements.some((node) => pictures.has(node)));
}

/** An issue with everything, or else with its example only, if there is room for it. */
function fitting(issue: Issue, context: IssueContext, room: Room): Markup | undefined {
  for (const brief of [false, true]) {
    const article = renderIssue(issue, context, brief);
    const apart = pictureBytes(issue, context.pictures, brief);
    if (!room.fits(article, apart)) continue;
    room.takes(article, apart);
    return article;
  }
  return undefined;
}

function notShown(count: number): Markup | false {
  if (count === 0) return false;
  return html`<p class="notice">${formatCount(count, 'more issue group')} ${count === 1 ? 'is' : 'are'} not shown here, because this page would be too large. The CSV format of this report has the findings of all of them.</p>`;
}

/** Findings that were counted but are in no group that the report lists. */
function notKept(report: Report, kind: Kind): Markup | false {
  const name = reportMemberOf[kind];
  const counted = report.summary[name].elements + report.summary.suppressed[name].elements;
  const listed = report.issueGroups
    .filter((group) => group.kind === kind)
    .reduce((sum, group) => sum + group.elements + group.unlisted, 0);
  const number = counted - listed;
  if (number <= 0) return false;
  return html`<p class="note">${formatCount(number, 'more element')} ${number === 1 ? 'was' : 'were'} counted and ${number === 1 ? 'is' : 'are'} in none of the issue groups: a page or the whole scan had more than are kept. The numbers by rule include ${number === 1 ? 'it' : 'them'}.</p>`;
}

/** The controls for both kinds; nothing when there is nothing to filter. */
export function controlsOf(report: Report, issues: readonly Issue[]): Markup | false {
  return issues.length > 1 && renderControls(report, issues);
}

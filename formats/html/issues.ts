import { reportMemberOf } from '../../core/findings/finding-kind.ts';
import type { IssueGroup, Report, RuleFindings } from '../../core/reports/report.ts';
import { isCurrent } from '../parts/groups.ts';
import { formatCount } from '../parts/words.ts';
import { ByteBudget, byteBudgets } from './byte-budget.ts';
import { renderControls } from './controls.ts';
import { countPictureBytes, type Issue, type IssueContext, renderIssue } from './issue.ts';
import type { ShownFindings } from './sample-findings.ts';
import { closeSection, openSection, renderOpenSection, renderSection } from './section.ts';
import { renderRuleTable } from './summary.ts';
import { html, type Markup } from './template.ts';

/** Maximum number of issue groups of one kind in the report. Further ones are only counted. */
const ISSUES_MAX = 500;

type Kind = IssueGroup['kind'];

/** Returns the issue groups of a kind that the report shows, in the order of the report. */
export function listShownGroups({ issueGroups }: Report, kind: Kind): IssueGroup[] {
  return listCounted(issueGroups, kind).slice(0, ISSUES_MAX);
}

/** Returns the groups of a kind that have findings that count. */
function listCounted(groups: readonly IssueGroup[], kind: Kind): IssueGroup[] {
  return groups.filter((group) => group.kind === kind && isCurrent(group));
}

/** Returns issue groups with their rules and the elements that the report shows. */
export function buildIssues(
  groups: readonly IssueGroup[],
  rules: readonly RuleFindings[],
  found: ShownFindings,
): Issue[] {
  const byId = new Map(rules.map((rule) => [rule.ruleId, rule]));
  return groups.map((group, index) => ({
    id: `${group.kind === 'violation' ? 'issue' : 'review'}-${index + 1}`,
    group,
    rule: byId.get(group.ruleId),
    elements: found.elements.get(group.id) ?? [group.example],
  }));
}

const ALL_DECIDED = 'A person decided about every element that the rules could not decide.';

const kinds = {
  violation: {
    id: 'violations',
    none: 'The rules that ran found no violation.',
    lead: 'Each entry is an issue group: similar findings of one rule in the same part of a page. “One fix” means that one fix removes all of them. “Probably one fix” is a guess.',
    bytes: byteBudgets.violations,
    counts: ({ summary }: Report) => summary.violations,
    caption: 'Violations by rule, worst first',
    plural: 'groups of violations',
  },
  review: {
    id: 'needs-review',
    none: 'The rules that ran could decide about every element.',
    lead: 'The rules could not decide about these elements: a person has to check them. They do not count as violations.',
    bytes: byteBudgets.needsReview,
    counts: ({ summary }: Report) => summary.needsReview,
    caption: 'Needs review by rule, worst first',
    plural: 'groups that need review',
  },
} as const;

/** Returns the number of findings that a person decided to be fine. */
function countFine({ summary }: Report): number {
  return summary.decided?.fine.elements ?? 0;
}

/** Returns the number of issue groups of a kind in the scan. The report may list fewer. */
function countIssues({ summary, issueGroups }: Report, kind: Kind): number {
  const listed = listCounted(issueGroups, kind).length;
  return kind === 'violation' ? Math.max(summary.issueGroups, listed) : listed;
}

/** What a section of issues has beside the issues. */
export interface IssueExtras {
  /** Controls that filter and sort the issues of both kinds; shown before the first issue. */
  controls: Markup | false;
  /** Findings that do not count; shown after the last issue. */
  notCounted: Markup | false;
}

/** Returns the section of the issues of one kind, in pieces. */
export function* renderIssues(
  kind: Kind,
  report: Report,
  issues: readonly Issue[],
  context: IssueContext,
  { controls, notCounted }: IssueExtras,
): Generator<Markup> {
  const { id, none, lead, bytes, counts, caption, plural } = kinds[kind];
  const count = countIssues(report, kind);
  const { elements } = counts(report);
  if (count === 0) {
    const unlisted = describeUnlisted(report, kind);
    const isEmpty = elements === 0;
    const content = html`${isEmpty && html`<p>${kind === 'review' && countFine(report) > 0 ? ALL_DECIDED : none}</p>`}${unlisted}${notCounted}`;
    yield unlisted || notCounted
      ? renderSection(id, isEmpty ? 'none' : formatCount(elements, 'element'), content)
      : renderOpenSection(id, content);
    return;
  }
  yield html`${openSection(id, `${formatCount(elements, 'element')} in ${formatCount(count, 'issue group')}`)}
<p>${lead}${hasPictures(issues, context) && ' Pictures cover form fields, and what the site masks, in gray.'}</p>
${controls}
<div class="issues" data-plural="${plural}">`;
  const budget = new ByteBudget(bytes);
  let shown = 0;
  for (const issue of issues) {
    const article = renderFitting(issue, context, budget);
    if (article === undefined) break;
    shown += 1;
    yield article;
  }
  yield html`
</div>
<p class="note filtered-out" hidden></p>
${describeNotShown(count - shown)}
${describeUnlisted(report, kind)}
<details class="by-rule"><summary>By rule</summary>${renderRuleTable(counts(report), caption)}</details>
${notCounted}
${closeSection}`;
}

function hasPictures(issues: readonly Issue[], { pictures }: IssueContext): boolean {
  return issues.some(({ elements }) => elements.some((node) => pictures.has(node)));
}

/** Returns an issue with all its elements, or with its example only; undefined if neither fits the budget. */
function renderFitting(issue: Issue, context: IssueContext, budget: ByteBudget): Markup | undefined {
  for (const exampleOnly of [false, true]) {
    const article = renderIssue(issue, context, exampleOnly);
    const pictureBytes = countPictureBytes(issue, context.pictures, exampleOnly);
    if (!budget.fits(article, pictureBytes)) continue;
    budget.add(article, pictureBytes);
    return article;
  }
  return undefined;
}

function describeNotShown(count: number): Markup | false {
  if (count === 0) return false;
  return html`<p class="notice">${formatCount(count, 'more issue group')} ${count === 1 ? 'is' : 'are'} not shown here, because this report would be too large. The CSV format has the findings of all of them.</p>`;
}

/** Returns how many findings were counted but are in no issue group of the report; false if every finding is in one. */
function describeUnlisted(report: Report, kind: Kind): Markup | false {
  const name = reportMemberOf[kind];
  const counted =
    report.summary[name].elements +
    report.summary.suppressed[name].elements +
    (kind === 'review' ? countFine(report) : 0);
  const listed = report.issueGroups
    .filter((group) => group.kind === kind)
    .reduce((sum, group) => sum + group.elements + group.unlisted, 0);
  const number = counted - listed;
  if (number <= 0) return false;
  return html`<p class="note">${formatCount(number, 'more element')} ${number === 1 ? 'was' : 'were'} counted but ${number === 1 ? 'is' : 'are'} in no issue group, because a page or the scan had more findings than a report stores. The numbers by rule include ${number === 1 ? 'it' : 'them'}.</p>`;
}

/** Returns the controls that filter and sort both kinds; false if there is nothing to filter. */
export function renderControlsOf(report: Report, issues: readonly Issue[]): Markup | false {
  return issues.length > 1 && renderControls(report, issues);
}

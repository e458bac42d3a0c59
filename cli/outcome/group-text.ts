import { countListed } from '../../core/reports/count-listed.ts';
import type { IssueGroup } from '../../core/reports/report.ts';
import { getRuleSource } from '../../core/rule-sets/rules.ts';
import { formatElementPath } from '../../core/scans/selector-text.ts';
import {
  formatGroupElements,
  formatGroupPages,
  formatOneFixAside,
  listOtherPages,
} from '../../formats/parts/groups.ts';
import type { RuleText } from '../../formats/parts/rule-texts.ts';
import { formatCount, formatNumber, impactNames } from '../../formats/parts/words.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Style } from '../terminal/terminal.ts';
import type { Sheet } from './sheet.ts';

const TEXT_MAX = 300;
const URL_MAX = 300;
const HTML_MAX = 160;

/** Data of a report that its issue groups refer to. */
export interface GroupContext {
  rules: ReadonlyMap<string, RuleText>;
  /** URLs by page id. */
  pageUrls: ReadonlyMap<string, string>;
  /** Number of pages on which rules have results. */
  judged: number;
}

/** Adds what is wrong, where, and how to fix it. @param number of the group in its list */
export function addGroup(
  sheet: Sheet,
  group: IssueGroup,
  number: number,
  named: GroupContext,
  style: Style,
): void {
  const { kind, impact, ruleId, example } = group;
  const rule = named.rules.get(ruleId);
  const label = `${number}. `;
  const entry = { indent: label.length };
  const review = kind === 'review' ? ', needs review' : '';
  const decided = group.decidedProblems ? ', decided by a person' : '';
  const title = `${impactNames[impact]}${review}${decided}: ${escapeLogLine(rule?.help ?? ruleId, TEXT_MAX)}`;
  sheet.add(title, { label, hanging: label.length, style: style.bold });
  sheet.add(`${formatWhere(group, named)}${formatOneFixAside(group)}${formatChanges(group)}`, entry);
  sheet.add(escapeLogLine(example.url, URL_MAX), { ...entry, label: 'Page: ' });
  const others = formatOtherPages(group, named);
  if (others !== '') sheet.add(others, { ...entry, label: 'Also on: ' });
  sheet.add(escapeLogLine(formatElementPath(example), URL_MAX), { ...entry, label: 'Element: ' });
  sheet.add(escapeLogLine(example.html, HTML_MAX), { ...entry, label: 'HTML: ' });
  sheet.add(escapeLogLine(example.howToFix, TEXT_MAX), { ...entry, label: 'How to fix: ' });
  sheet.add(formatRule(group, rule), { ...entry, label: 'Rule: ' });
}

function formatWhere(group: IssueGroup, { judged }: GroupContext): string {
  const pages = group.pageIds.length === 1 ? ' on one page' : formatGroupPages(group, judged);
  return `${formatGroupElements(group)}${pages}`;
}

/** Formats the first pages besides that of the example. */
function formatOtherPages(group: IssueGroup, { pageUrls }: GroupContext): string {
  const { named, more } = listOtherPages(group, pageUrls);
  const shown = named.map((url) => escapeLogLine(url, URL_MAX)).join(', ');
  return shown + (more > 0 ? ` and ${formatCount(more, 'more', 'more')}` : '');
}

/** Formats the changes since the baseline, if not all elements are new. */
function formatChanges(group: IssueGroup): string {
  const { byState, byEngine } = group;
  const facts = [
    byState.new > 0 && byState.new < countListed(group) ? `${formatNumber(byState.new)} new` : '',
    byState.regressed > 0 ? `${formatNumber(byState.regressed)} regressed` : '',
    byEngine > 0 ? `${formatNumber(byEngine)} by a change of the rules or the browser` : '',
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? '' : `: ${facts.join(', ')}`;
}

function formatRule({ ruleId }: IssueGroup, rule: RuleText | undefined): string {
  const criteria = rule?.successCriteria ?? [];
  const wcag =
    criteria.length === 0 ? '' : `, WCAG ${criteria.map((each) => escapeLogLine(each)).join(', ')}`;
  const link = rule?.helpUrl ? `, ${escapeLogLine(rule.helpUrl, URL_MAX)}` : '';
  return `${escapeLogLine(ruleId, TEXT_MAX)} (${getRuleSource(ruleId)})${wcag}${link}`;
}

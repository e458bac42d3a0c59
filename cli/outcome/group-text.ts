import type { IssueGroup } from '../../core/reports/report.ts';
import { formatElementPath } from '../../core/scans/selector-text.ts';
import { formatGroupElements, formatOneFixAside, listOtherPages } from '../../formats/parts/groups.ts';
import type { RuleText } from '../../formats/parts/rule-texts.ts';
import { formatCount, formatNumber, impactNames } from '../../formats/parts/words.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Style } from '../terminal/terminal.ts';
import type { Sheet } from './sheet.ts';

const TEXT_MAX = 300;
const ADDRESS_MAX = 300;
const HTML_MAX = 160;

/** What a report says of the things that its groups name. */
export interface GroupContext {
  rules: ReadonlyMap<string, RuleText>;
  /** Addresses by the page's id. */
  addresses: ReadonlyMap<string, string>;
  /** How many pages were scanned. */
  scanned: number;
}

/** What is wrong, where, and how to fix it. @param number of the group in its list */
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
  const title = `${impactNames[impact]}${review}: ${escapeLogLine(rule?.help ?? ruleId, TEXT_MAX)}`;
  sheet.add(title, { label, hanging: label.length, mark: style.bold });
  sheet.add(`${whereOf(group, named)}${formatOneFixAside(group)}${changesOf(group)}`, entry);
  sheet.add(escapeLogLine(example.url, ADDRESS_MAX), { ...entry, label: 'Page: ' });
  const others = alsoOn(group, named);
  if (others !== '') sheet.add(others, { ...entry, label: 'Also on: ' });
  sheet.add(escapeLogLine(formatElementPath(example), ADDRESS_MAX), { ...entry, label: 'Element: ' });
  sheet.add(escapeLogLine(example.html, HTML_MAX), { ...entry, label: 'HTML: ' });
  sheet.add(escapeLogLine(example.howToFix, TEXT_MAX), { ...entry, label: 'How to fix: ' });
  sheet.add(ruleOf(group, rule), { ...entry, label: 'Rule: ' });
}

function whereOf(group: IssueGroup, { scanned }: GroupContext): string {
  const { pageIds } = group;
  const current = formatGroupElements(group);
  if (pageIds.length === 1) return `${current} on one page`;
  return `${current} on ${formatNumber(pageIds.length)} of ${formatCount(scanned, 'page')}`;
}

/** The first pages beside that of the example. */
function alsoOn(group: IssueGroup, { addresses }: GroupContext): string {
  const { named, more } = listOtherPages(group, addresses);
  const shown = named.map((url) => escapeLogLine(url, ADDRESS_MAX)).join(', ');
  return shown + (more > 0 ? ` and ${formatCount(more, 'more', 'more')}` : '');
}

/** What of it came since the baseline, where that is not all of it. */
function changesOf({ elements, suppressed, byState, byEngine }: IssueGroup): string {
  const facts = [
    byState.new > 0 && byState.new < elements - suppressed ? `${formatNumber(byState.new)} new` : '',
    byState.regressed > 0 ? `${formatNumber(byState.regressed)} back after it was fixed` : '',
    byEngine > 0 ? `${formatNumber(byEngine)} by a change of the rules or the browser` : '',
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? '' : `: ${facts.join(', ')}`;
}

function ruleOf({ ruleId }: IssueGroup, rule: RuleText | undefined): string {
  const criteria = rule?.successCriteria ?? [];
  const wcag =
    criteria.length === 0 ? '' : `, WCAG ${criteria.map((each) => escapeLogLine(each)).join(', ')}`;
  const link = rule?.helpUrl ? `, ${escapeLogLine(rule.helpUrl, ADDRESS_MAX)}` : '';
  return `${escapeLogLine(ruleId, TEXT_MAX)}${wcag}${link}`;
}

import { countNewOrRegressed } from '../../core/reports/issue-groups.ts';
import type { IssueGroup, Report } from '../../core/reports/report.ts';
import { countJudgedPages, isCurrent, isUrgent } from '../../formats/parts/groups.ts';
import { buildRuleTexts } from '../../formats/parts/rule-texts.ts';
import { formatCount, formatNumber } from '../../formats/parts/words.ts';
import type { Style } from '../terminal/terminal.ts';
import { addGroup } from './group-text.ts';
import type { Sheet } from './sheet.ts';

/** Maximum number of issue groups that are shown in full. */
const SHOWN_MAX = 10;

/** Issue groups with a heading. */
interface Section {
  title: string;
  groups: IssueGroup[];
}

/**
 * Adds the issue groups to fix: first those that are new or regressed since the baseline, then the others that the gate
 * counts; without a baseline all of them. Shows the first ones in full and counts the others.
 * @param rest where to find the others
 * @returns whether there are any
 */
export function addIssues(sheet: Sheet, report: Report, rest: string, style: Style): boolean {
  const context = {
    rules: buildRuleTexts(report),
    pageUrls: new Map(report.pages.map(({ id, requestedUrl }) => [id, requestedUrl])),
    judged: countJudgedPages(report),
  };
  let number = 0;
  const sections = listSections(report);
  for (const { title, groups } of sections) {
    const shown = groups.slice(0, Math.max(0, SHOWN_MAX - number));
    sheet.gap();
    sheet.add(`${title}: ${formatCount(groups.length, 'issue group')}`, { style: style.bold });
    for (const group of shown) {
      number += 1;
      sheet.gap();
      addGroup(sheet, group, number, context, style);
    }
    const more = groups.length - shown.length;
    if (more === 0) continue;
    sheet.gap();
    sheet.add(
      shown.length === 0
        ? `${formatNumber(more)} of them; ${rest}`
        : `And ${formatNumber(more)} more; ${rest}`,
    );
  }
  return sections.length > 0;
}

function listSections(report: Report): Section[] {
  const { comparison, scan } = report;
  const groups = report.issueGroups.filter(isCurrent);
  const isFresh = (group: IssueGroup) =>
    countNewOrRegressed(group) > 0 && (group.kind === 'violation' || scan.config.failOn?.review === true);
  const fresh = groups.filter(isFresh);
  const others = groups.filter((group) => !isFresh(group) && isUrgent(report, group));
  const hasRegressed = fresh.some(({ byState }) => byState.regressed > 0);
  const othersCounted = fresh.length > 0 ? 'Also counted by the gate' : 'Counted by the gate';
  const othersTitle = comparison.baseline === null ? 'Found' : othersCounted;
  const sections = [
    { title: hasRegressed ? 'New or regressed' : 'New', groups: fresh },
    { title: othersTitle, groups: others },
  ];
  return sections.filter((section) => section.groups.length > 0);
}

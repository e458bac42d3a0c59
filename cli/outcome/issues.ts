import { countNewOrRegressed } from '../../core/reports/issue-groups.ts';
import type { IssueGroup, Report } from '../../core/reports/report.ts';
import { isCurrent, isUrgent } from '../../formats/parts/groups.ts';
import { buildRuleTexts } from '../../formats/parts/rule-texts.ts';
import { formatCount, formatNumber } from '../../formats/parts/words.ts';
import type { Style } from '../terminal/terminal.ts';
import { addGroup } from './group-text.ts';
import type { Sheet } from './sheet.ts';

/** Groups that are told in full. */
const SHOWN_MAX = 10;

/** A list of groups under a heading. */
interface Section {
  title: string;
  groups: IssueGroup[];
}

/**
 * What is to be fixed: what is new or back since the baseline, then whatever else the gate counts; without a baseline
 * all of it. Of many the first are told in full, the others counted.
 * @param rest where the others are to be found
 * @returns whether there is anything to fix
 */
export function addIssues(sheet: Sheet, report: Report, rest: string, style: Style): boolean {
  const named = {
    rules: buildRuleTexts(report),
    addresses: new Map(report.pages.map(({ id, requestedUrl }) => [id, requestedUrl])),
    scanned: report.summary.pages.scanned,
  };
  let number = 0;
  const sections = sectionsOf(report);
  for (const { title, groups } of sections) {
    const shown = groups.slice(0, Math.max(0, SHOWN_MAX - number));
    sheet.gap();
    sheet.add(`${title}: ${formatCount(groups.length, 'issue group')}`, { mark: style.bold });
    for (const group of shown) {
      number += 1;
      sheet.gap();
      addGroup(sheet, group, number, named, style);
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

function sectionsOf(report: Report): Section[] {
  const { comparison, scan } = report;
  const groups = report.issueGroups.filter(isCurrent);
  const isFresh = (group: IssueGroup) =>
    countNewOrRegressed(group) > 0 && (group.kind === 'violation' || scan.config.failOn?.review === true);
  const fresh = groups.filter(isFresh);
  const others = groups.filter((group) => !isFresh(group) && isUrgent(report, group));
  const isBack = fresh.some(({ byState }) => byState.regressed > 0);
  const countedToo = fresh.length > 0 ? 'Also counted by the gate' : 'Counted by the gate';
  const othersAre = comparison.baseline === null ? 'Found' : countedToo;
  const sections = [
    { title: isBack ? 'New or back' : 'New', groups: fresh },
    { title: othersAre, groups: others },
  ];
  return sections.filter((section) => section.groups.length > 0);
}

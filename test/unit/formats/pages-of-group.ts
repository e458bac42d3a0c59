import type { IssueGroup, ReportNode } from '../../../core/reports/report.ts';

/** Returns the pages of an issue group with these findings, as a report has them. */
export function pagesOfGroup(nodes: readonly ReportNode[]): IssueGroup['pages'] {
  return [...Map.groupBy(nodes, ({ pageId }) => pageId)].slice(0, 20).map(([pageId, onPage]) => {
    const byState: IssueGroup['pages'][number]['byState'] = {};
    const counted = onPage.filter(({ suppressedBy }) => suppressedBy === null);
    for (const { state } of counted) byState[state] = (byState[state] ?? 0) + 1;
    return { pageId, elements: onPage.length, suppressed: onPage.length - counted.length, byState };
  });
}

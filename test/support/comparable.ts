import type { Report } from '../../core/reports/report.ts';

/** Returns a report without the members that may differ between two scans of the same pages: ids, times, attempts. */
export function comparable(report: Report): unknown {
  const { scan, pages, violations, needsReview, summary, configuration, limits } = report;
  const withoutIds = (issues: Report['violations']) =>
    issues.map((issue) => ({ ...issue, nodes: issue.nodes.map(({ pageId: _, ...node }) => node) }));
  return {
    status: scan.status,
    incomplete: scan.incomplete,
    pages: pages.map(({ id: _id, startedAt: _at, durationMs: _ms, attempts: _attempts, ...page }) => page),
    violations: withoutIds(violations),
    needsReview: withoutIds(needsReview),
    summary,
    configuration,
    limits,
  };
}

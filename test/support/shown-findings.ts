import type { Report } from '../../core/reports/report.ts';

/**
 * Returns the pages of a report in their order, and its findings as one line each: page, kind, rule and `id` of the
 * element.
 */
export function shownBy(report: Report, origin: string) {
  const pathOf = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const linesOf = (kind: string, rules: Report['violations']) =>
    rules.flatMap(({ ruleId, nodes }) =>
      nodes.map(
        ({ url, html }) => `${pathOf(url)} ${kind} ${ruleId} ${/ id="([^"]*)"/.exec(html)?.[1] ?? html}`,
      ),
    );
  return {
    pages: report.pages.map(({ requestedUrl, outcome }) => ({ path: pathOf(requestedUrl), outcome })),
    findings: [...linesOf('violation', report.violations), ...linesOf('review', report.needsReview)].sort(),
  };
}

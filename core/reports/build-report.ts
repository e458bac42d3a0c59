import type { PageResult } from '../scans/page-result.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { FindingsInMemory } from './finding-store.ts';
import type { NodeBudget } from './node-budget.ts';
import type { Report, RuleFindings } from './report.ts';
import { ReportBuilder, type ResultOfPage } from './report-builder.ts';
import type { ReportFinding } from './report-source.ts';
import type { ReportSubject } from './report-subject.ts';

/** Everything a report is made from. */
export interface ReportInput extends ReportSubject {
  /** Every page of the scan, in any order. */
  pages: readonly FrontierPage[];
  /** For each page that has one, the result that counts, in any order. */
  results: Iterable<PageResult>;
}

/**
 * Puts the report of a scan together in memory. The same input gives the same bytes under `JSON.stringify`, whatever
 * the order of pages and results; nothing is read from the clock. Throws when the scan is not final.
 */
export async function buildReport(input: ReportInput, budget?: NodeBudget): Promise<Report> {
  const { pages, results, ...subject } = input;
  const resultOf = new Map(Array.from(results, (result) => [result.pageId, result]));
  return buildReportFrom(subject, pages, async ({ pageId }) => resultOf.get(pageId), budget);
}

/**
 * The same of results that are read when their turn comes, so that only those of one page are in memory whole.
 * @param pages every page of the scan, in any order
 * @param read the result that counts, of a page that has one; asked once of each page
 */
export async function buildReportFrom(
  subject: ReportSubject,
  pages: readonly FrontierPage[],
  read: (page: FrontierPage) => Promise<PageResult | undefined>,
  budget?: NodeBudget,
): Promise<Report> {
  const store = new FindingsInMemory();
  const builder = new ReportBuilder(subject, store, budget);
  for (const group of builder.groupsOf(pages)) {
    const results = new Map<string, ResultOfPage>();
    for (const page of group.pages) {
      const result = await read(page);
      if (result) results.set(page.pageId, { result, resultKey: page.resultKey ?? '' });
    }
    await builder.add(group, (pageId) => results.get(pageId));
  }
  const head = await builder.head();
  const withNodes = (kind: ReportFinding['kind'], rules: readonly RuleFindings[]) =>
    rules.map((rule) => ({ ...rule, nodes: store.of(kind, rule.ruleId) }));
  return {
    ...head,
    violations: withNodes('violation', head.violations),
    needsReview: withNodes('review', head.needsReview),
  };
}

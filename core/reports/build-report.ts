import type { PageResult } from '../scans/page-result.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { FindingsInMemory } from './finding-store.ts';
import type { NodeBudget } from './node-budget.ts';
import type { Report, RuleFindings } from './report.ts';
import { ReportBuilder, type ReportSubject } from './report-builder.ts';
import type { ReportFinding } from './report-source.ts';

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
  const keyOf = new Map(pages.map(({ pageId, resultKey }) => [pageId, resultKey]));
  const resultOf = new Map(
    Array.from(results, (result) => [result.pageId, { result, resultKey: keyOf.get(result.pageId) ?? '' }]),
  );
  const store = new FindingsInMemory();
  const builder = new ReportBuilder(subject, store, budget);
  for (const group of builder.groupsOf(pages)) await builder.add(group, (pageId) => resultOf.get(pageId));
  const head = await builder.head();
  const withNodes = (kind: ReportFinding['kind'], rules: readonly RuleFindings[]) =>
    rules.map((rule) => ({ ...rule, nodes: store.of(kind, rule.ruleId) }));
  return {
    ...head,
    violations: withNodes('violation', head.violations),
    needsReview: withNodes('review', head.needsReview),
  };
}

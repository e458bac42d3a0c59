import type { PageResult } from '../scans/page-result.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { FindingsInMemory } from './finding-store.ts';
import type { PageGroup } from './page-groups.ts';
import type { Report, RuleFindings } from './report.ts';
import { ReportBuilder, type ResultOfPage } from './report-builder.ts';
import type { ReportFinding } from './report-source.ts';
import type { ReportSubject } from './report-subject.ts';

/**
 * Builds the report of a scan in memory. Page results are read one page at a time.
 * @param pages every page of the scan, in any order
 * @param read returns the result of a page that counts, if it has one; called up to twice per page
 */
export async function buildReportFrom(
  subject: ReportSubject,
  pages: readonly FrontierPage[],
  read: (page: FrontierPage) => Promise<PageResult | undefined>,
): Promise<Report> {
  const store = new FindingsInMemory();
  const builder = new ReportBuilder(subject, store);
  const groups = builder.listPageGroups(pages);
  if (builder.comparesPages) {
    for (const group of groups) {
      const results = await readGroup(group, read);
      builder.observe(group, (pageId) => results.get(pageId));
    }
  }
  for (const group of groups) {
    const results = await readGroup(group, read);
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

async function readGroup(
  { pages }: PageGroup,
  read: (page: FrontierPage) => Promise<PageResult | undefined>,
): Promise<ReadonlyMap<string, ResultOfPage>> {
  const results = new Map<string, ResultOfPage>();
  for (const page of pages) {
    const result = await read(page);
    if (result) results.set(page.pageId, { result, resultKey: page.resultKey ?? '' });
  }
  return results;
}

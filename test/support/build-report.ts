import { buildReportFrom } from '../../core/reports/build-report.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ReportSubject } from '../../core/reports/report-subject.ts';
import type { PageResult } from '../../core/scans/page-result.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';

/** Everything that a report is built from. */
export interface ReportInput extends ReportSubject {
  /** Every page of the scan, in any order. */
  pages: readonly FrontierPage[];
  /** For each page that has a result: the result that counts, in any order. */
  results: Iterable<PageResult>;
}

/**
 * Builds the report of a scan in memory. The same input gives the same bytes under `JSON.stringify`, in any order of
 * pages and results. The clock is not read. Throws if the scan is not final.
 */
export async function buildReport(input: ReportInput): Promise<Report> {
  const { pages, results, ...subject } = input;
  const resultOf = new Map(Array.from(results, (result) => [result.pageId, result]));
  return buildReportFrom(subject, pages, async ({ pageId }) => resultOf.get(pageId));
}

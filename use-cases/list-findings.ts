import type { Page, PageRequest } from '../core/listing/page.ts';
import {
  type FindingFilter,
  type FindingIndex,
  type FindingLine,
  pickFindings,
} from '../core/reports/finding-index.ts';
import type { ReportFinding } from '../core/reports/report-source.ts';
import { findRulesOfCriterion } from '../core/rule-sets/rules.ts';
import type { ScanRevision } from '../core/scans/object-keys.ts';
import { createNothingToReport } from '../core/scans/report-availability.ts';
import { findReportedScan, type PendingScan } from './find-reported-scan.ts';
import type { FindScan } from './get-scan.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { ReadContext } from './request-context.ts';

export interface ListFindingsDependencies extends FindScan, FindAccount {
  /** Returns the index of a report's findings; undefined if it was deleted. */
  readIndex(of: ScanRevision): Promise<FindingIndex | undefined>;
  /** Returns the findings of some lines, in the same order; undefined if they were deleted. */
  readFindingLines(of: ScanRevision, lines: readonly FindingLine[]): Promise<ReportFinding[] | undefined>;
}

/** Selects findings of a scan. */
export interface FindingQuery extends Omit<FindingFilter, 'rules' | 'suppressed'> {
  /** A success criterion, e.g. `1.4.3`. */
  criterion?: string | undefined;
  suppressed?: 'true' | 'false' | undefined;
}

/** The findings of a scan, or the scan if they are not ready. */
export type FindingsResult =
  | PendingScan
  | { kind: 'findings'; page: Page<ReportFinding> & { total: number } };

/**
 * Returns one result page of the findings of a scan, in the order of its report, with the number of all matching
 * findings.
 */
export async function listFindings(
  dependencies: ListFindingsDependencies,
  input: ReadContext & { scanId: string; query: FindingQuery & PageRequest },
): Promise<FindingsResult> {
  const { limit, cursor, ...query } = input.query;
  const found = await findReportedScan(dependencies, input);
  if (found.kind === 'pending') return found;
  const { scan } = found;
  const index = await dependencies.readIndex(scan);
  if (!index) throw createNothingToReport(scan);
  const filter = toFilter(query);
  const { accountId, scanId } = scan;
  const filters = { scanId, ...query };
  const list = { accountId, call: 'list-findings' as const, filters, limit, cursor };
  let total = 0;
  const page = await readResultPage(dependencies, list, async ({ after }) => {
    const picked = pickFindings(
      index,
      filter,
      after === undefined ? { limit } : { limit, after: Number(after) },
    );
    total = picked.total;
    const items = await dependencies.readFindingLines(scan, picked.lines);
    if (!items) throw createNothingToReport(scan);
    return picked.next === undefined ? { items } : { items, next: String(picked.next) };
  });
  return { kind: 'findings', page: { ...page, total } };
}

/** Returns what findings or issue groups must match to be selected by a query. */
export function toFilter({ criterion, suppressed, ...given }: FindingQuery): FindingFilter {
  return {
    ...given,
    ...(suppressed === undefined ? {} : { suppressed: suppressed === 'true' }),
    ...(criterion === undefined ? {} : { rules: findRulesOfCriterion(criterion) }),
  };
}

import { canAccessSite } from '../core/access/principal.ts';
import { listSettingDifferences } from '../core/comparison/comparable-key.ts';
import {
  type ComparedItem,
  type ComparisonFilter,
  filterComparison,
  type ScanComparison,
} from '../core/comparison/scan-comparison.ts';
import type { Page, PageRequest } from '../core/listing/page.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import { isSameEngine } from '../core/scans/engine.ts';
import type { ScanRevision } from '../core/scans/object-keys.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import { requireCompleted } from './find-reported-scan.ts';
import { type FindScan, getScan } from './get-scan.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

export interface CompareScansDependencies extends FindScan, FindAccount {
  readScanStart(scanId: string): Promise<ScanStart>;
  /** Returns the comparison of two scans; the id of a scan whose findings were deleted instead. */
  compare(before: ScanRevision, after: ScanRevision, isComparable: boolean): Promise<ScanComparison | string>;
}

/** One result page of the comparison of two scans. */
export interface ComparisonPage extends Page<ComparedItem> {
  total: number;
  before: Scan;
  after: Scan;
  comparison: Omit<ScanComparison, 'items'>;
  settingsChanged: string[];
  enginesChanged: boolean;
}

/** Compares a scan with another one of its site, and returns one result page of the findings that match. */
export async function compareScans(
  dependencies: CompareScansDependencies,
  input: Pick<RequestContext, 'principal'> & {
    scanId: string;
    query: ComparisonFilter & PageRequest & { with: string };
  },
): Promise<ComparisonPage> {
  const { principal, scanId, query } = input;
  const { limit, cursor, with: other, ...filter } = query;
  const after = requireCompleted(await getScan(dependencies, { principal, scanId }));
  const before = requireCompleted(await findOther(dependencies, input, after));
  const settingsChanged = listSettingDifferences(
    await readSettings(dependencies, before),
    await readSettings(dependencies, after),
  );
  const compared = await dependencies.compare(before, after, settingsChanged.length === 0);
  if (typeof compared === 'string')
    throw new Problem('nothing-to-report', `The stored findings of the scan ${compared} no longer exist.`);
  const { items, ...comparison } = compared;
  const matching = filterComparison(items, filter);
  const filters = { scanId, with: other, ...filter };
  const list = {
    accountId: principal.accountId,
    call: 'compare-scans' as const,
    filters,
    limit,
    cursor,
  };
  const page = await readResultPage(dependencies, list, async ({ after: from = '0' }) => {
    const end = Number(from) + limit;
    const part = matching.slice(Number(from), end);
    return end < matching.length ? { items: part, next: String(end) } : { items: part };
  });
  const { engines } = comparison;
  return {
    nextCursor: page.nextCursor,
    items: page.items,
    total: matching.length,
    before,
    after,
    comparison,
    settingsChanged,
    enginesChanged:
      engines.before.length !== engines.after.length ||
      engines.before.some((one) => !engines.after.some((engine) => isSameEngine(one, engine))),
  };
}

/** Returns the scan to compare with. @throws Problem invalid-request */
async function findOther(
  { findScan }: FindScan,
  { principal, query }: Parameters<typeof compareScans>[1],
  { scanId, siteId }: Scan,
): Promise<Scan> {
  const refuse = (message: string) => createInvalidRequest([{ path: 'query.with', message }]);
  if (query.with === scanId) throw refuse('must be another scan');
  const other = await findScan(query.with);
  const isAccessible = other?.accountId === principal.accountId && canAccessSite(principal, other.siteId);
  if (!other || !isAccessible || other.siteId !== siteId) throw refuse('must be a scan of the same site');
  return other;
}

async function readSettings({ readScanStart }: CompareScansDependencies, { scanId, config }: Scan) {
  const { settings } = await readScanStart(scanId);
  return { rules: config.rules, settings };
}

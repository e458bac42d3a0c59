import { type HistoryScan, toHistoryScan } from '../core/history/site-history.ts';
import type { StoredEntry } from '../core/history/stored-history.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import type { ScanRevision } from '../core/scans/object-keys.ts';
import { createNothingToReport } from '../core/scans/report-availability.ts';
import type { Site } from '../core/sites/site.ts';
import { type ReportedScan, requireCompleted } from './find-reported-scan.ts';
import { findSiteResult, type ListSiteScans } from './find-site-result.ts';
import { type FindScan, getScan } from './get-scan.ts';
import { type FindSite, getSite } from './get-site.ts';
import type { RequestContext } from './request-context.ts';

export interface GetHistoryDependencies extends FindScan, FindSite, ListSiteScans {
  /** Returns the stored history of a scan; undefined if it was deleted. */
  readHistory(of: ScanRevision): Promise<Uint8Array | undefined>;
}

/** Selects the history of a site. */
export interface HistoryQuery {
  branch?: string | undefined;
  /** The scan whose history it is; by default the newest completed one of the site itself. */
  scan?: string | undefined;
}

/**
 * Returns one entry of the history of a site, with the scan whose history it is.
 * @param find returns the entry of a stored history
 * @throws Problem history-not-found, scan-not-completed, nothing-to-report
 */
export async function getHistory<T>(
  dependencies: GetHistoryDependencies,
  input: Pick<RequestContext, 'principal'> & { siteId: string; query: HistoryQuery },
  find: (stored: Uint8Array) => StoredEntry<T> | undefined,
): Promise<StoredEntry<T> & { asOf: HistoryScan }> {
  const site = await getSite(dependencies, input);
  const scan = await findScanOfHistory(dependencies, site, input);
  const stored = await dependencies.readHistory(scan);
  if (!stored) throw createNothingToReport(scan);
  const entry = find(stored);
  if (!entry) throw new Problem('history-not-found');
  return { ...entry, asOf: toHistoryScan(scan) };
}

async function findScanOfHistory(
  dependencies: GetHistoryDependencies,
  site: Site,
  { principal, siteId, query }: Parameters<typeof getHistory>[1],
): Promise<ReportedScan> {
  const { branch, scan: scanId } = query;
  if (scanId === undefined) {
    const newest = await findSiteResult(dependencies, site, branch);
    if (newest) return requireCompleted(newest);
    throw new Problem('history-not-found', 'The site itself has no completed scan, or the branch has none.');
  }
  if (branch !== undefined)
    throw createInvalidRequest([{ path: 'query.branch', message: 'must not be given together with scan' }]);
  const scan = await getScan(dependencies, { principal, scanId });
  if (scan.siteId !== siteId)
    throw createInvalidRequest([{ path: 'query.scan', message: 'must be a scan of this site' }]);
  return requireCompleted(scan);
}

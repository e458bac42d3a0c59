import { cutListing, type Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import { type FindingIndex, listGroupsOnPage } from '../core/reports/finding-index.ts';
import { filterGroups, type ScanGroup } from '../core/reports/scan-groups.ts';
import type { ScanRevision } from '../core/scans/object-keys.ts';
import { createNothingToReport } from '../core/scans/report-availability.ts';
import type { Scan } from '../core/scans/scan.ts';
import {
  findReportedScan,
  type PendingScan,
  type ReportedScan,
  requireReport,
} from './find-reported-scan.ts';
import { findSiteResult, type ListSiteScans } from './find-site-result.ts';
import type { FindScan } from './get-scan.ts';
import { type FindSite, getSite } from './get-site.ts';
import { type FindingQuery, toFilter } from './list-findings.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { ReadContext, RequestContext } from './request-context.ts';

/** Reads the parts of a report that a list of issue groups needs; undefined if they were deleted. */
export interface ReadGroups {
  readGroups(of: ScanRevision): Promise<ScanGroup[] | undefined>;
  readIndex(of: ScanRevision): Promise<FindingIndex | undefined>;
}

export interface ListScanGroupsDependencies extends ReadGroups, FindScan, FindAccount {}

export interface ListSiteGroupsDependencies extends ListScanGroupsDependencies, FindSite, ListSiteScans {}

/** Selects issue groups. */
export type GroupQuery = Omit<FindingQuery, 'issueGroup' | 'fingerprint' | 'url'>;

type GroupPage = Page<ScanGroup> & { total: number };

/** Returns one result page of the issue groups of a scan, in the order of its report; the scan if it is pending. */
export async function listScanGroups(
  dependencies: ListScanGroupsDependencies,
  input: ReadContext & { scanId: string; query: GroupQuery & PageRequest },
): Promise<PendingScan | { kind: 'groups'; page: GroupPage }> {
  const found = await findReportedScan(dependencies, input);
  if (found.kind === 'pending') return found;
  const { scan } = found;
  const { limit, cursor, ...query } = input.query;
  const groups = await selectGroups(dependencies, scan, query);
  const filters = { scanId: scan.scanId, ...query };
  const list = { accountId: scan.accountId, call: 'list-scan-groups' as const, filters, limit, cursor };
  const page = await readResultPage(dependencies, list, async (range) => cutGroups(groups, range));
  return { kind: 'groups', page: { ...page, total: groups.length } };
}

/**
 * Returns one result page of the issue groups of the newest completed scan of a site itself, or of a branch. All pages
 * of results are of the same scan, which the cursor names.
 */
export async function listSiteGroups(
  dependencies: ListSiteGroupsDependencies,
  input: Pick<RequestContext, 'principal'> & {
    siteId: string;
    query: GroupQuery & PageRequest & { branch?: string | undefined };
  },
): Promise<GroupPage & { scan: Scan | null }> {
  const { principal, siteId } = input;
  const site = await getSite(dependencies, { principal, siteId });
  const { limit, cursor, branch, ...query } = input.query;
  const filters = { siteId, branch, ...query };
  const list = {
    accountId: principal.accountId,
    call: 'list-site-groups' as const,
    filters,
    limit,
    cursor,
  };
  let total = 0;
  let shown: Scan | null = null;
  const page = await readResultPage(dependencies, list, async ({ after }) => {
    const [scanId, afterGroup] = after?.split(' ') ?? [];
    const scan =
      scanId === undefined
        ? await findSiteResult(dependencies, site, branch)
        : await dependencies.findScan(scanId);
    if (!scan) return { items: [] };
    const groups = await selectGroups(dependencies, requireReport(scan), query);
    total = groups.length;
    shown = scan;
    const { items, next } = cutGroups(groups, {
      limit,
      ...(afterGroup === undefined ? {} : { after: afterGroup }),
    });
    return next === undefined ? { items } : { items, next: `${scan.scanId} ${next}` };
  });
  return { ...page, total, scan: shown };
}

/** Returns all groups of a report that match. @throws Problem nothing-to-report */
async function selectGroups(
  { readGroups, readIndex }: ReadGroups,
  scan: ReportedScan,
  { page, ...given }: GroupQuery,
): Promise<ScanGroup[]> {
  const groups = await readGroups(scan);
  const index = page === undefined ? undefined : await readIndex(scan);
  if (!groups || (page !== undefined && !index)) throw createNothingToReport(scan);
  return filterGroups(groups, {
    ...toFilter(given),
    ...(page === undefined || !index ? {} : { ids: listGroupsOnPage(index, page) }),
  });
}

/** Returns a part of the groups. @param range `after`: the id of a group */
function cutGroups(groups: readonly ScanGroup[], { limit, after }: ListRange): Listing<ScanGroup> {
  const from = after === undefined ? 0 : groups.findIndex(({ id }) => id === after) + 1;
  return cutListing(groups.slice(from), limit, ({ id }) => id);
}

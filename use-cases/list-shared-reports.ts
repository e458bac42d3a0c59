import { canAccessSite } from '../core/access/principal.ts';
import { toActor } from '../core/audit/audit-entry.ts';
import type { MemberChange } from '../core/audit/change.ts';
import { FILTERED_READ, type Listing, listMatching } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import { Problem } from '../core/problems/problem.ts';
import { isReadable, type SharedReport, type SharingSetting } from '../core/shared-reports/shared-report.ts';
import { readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

export interface ListSharedReportsDependencies {
  findAccount(accountId: string): Promise<(SharingSetting & { cursorSecret: string }) | undefined>;
  /** Returns shared reports of an account, or of one of its scans, newest first. */
  listSharedReports(
    of: { accountId: string; scanId?: string | undefined },
    range: ListRange,
  ): Promise<Listing<SharedReport>>;
}

/** Filters for shared reports. */
export interface SharedReportFilter {
  scanId?: string | undefined;
  siteId?: string | undefined;
}

/** Returns one result page of the shared reports that can be read and that the member may see, newest first. */
export async function listSharedReports(
  dependencies: ListSharedReportsDependencies,
  {
    principal,
    now,
    query,
  }: Omit<RequestContext<'member'>, 'requestId'> & { query: SharedReportFilter & PageRequest },
): Promise<Page<SharedReport>> {
  const { accountId } = principal;
  const { scanId, siteId, limit, cursor } = query;
  const setting = (await dependencies.findAccount(accountId)) ?? {};
  const list = {
    accountId,
    call: 'list-shared-reports' as const,
    filters: { scanId, siteId },
    limit,
    cursor,
  };
  return readResultPage(dependencies, list, ({ after }) =>
    listMatching(
      (later) =>
        dependencies.listSharedReports(
          { accountId, scanId },
          { limit: FILTERED_READ, ...(later === undefined ? {} : { after: later }) },
        ),
      (shared) =>
        shared.accountId === accountId &&
        (siteId === undefined || shared.siteId === siteId) &&
        canAccessSite(principal, shared.siteId) &&
        isReadable(shared, setting, now),
      { limit, idOf: ({ shareId }) => shareId, ...(after === undefined ? {} : { after }) },
    ),
  );
}

export interface RevokeSharedReportDependencies {
  findSharedReport(shareId: string): Promise<SharedReport | undefined>;
  removeSharedReport(
    shared: SharedReport,
    change: MemberChange,
  ): Promise<'deleted' | 'gone' | 'member-changed'>;
}

/** Ends the link of a shared report at once. @throws Problem shared-report-not-found or role-too-small */
export async function revokeSharedReport(
  { findSharedReport, removeSharedReport }: RevokeSharedReportDependencies,
  { principal, requestId, now, shareId }: RequestContext<'member'> & { shareId: string },
): Promise<void> {
  const shared = await findSharedReport(shareId);
  if (
    shared === undefined ||
    shared.accountId !== principal.accountId ||
    !canAccessSite(principal, shared.siteId)
  )
    throw createNotFound();
  const change = { by: toActor(principal, requestId), member: principal, now };
  const outcome = await removeSharedReport(shared, change);
  if (outcome === 'member-changed') throw new Problem('role-too-small');
  if (outcome === 'gone') throw createNotFound();
}

function createNotFound(): Problem {
  return new Problem('shared-report-not-found', 'The account has no such shared report.');
}

import { createLinkSecret } from '../core/access/link-secret.ts';
import { toActor } from '../core/audit/audit-entry.ts';
import type { MemberChange } from '../core/audit/change.ts';
import { createId } from '../core/ids.ts';
import type { Listing } from '../core/listing/listing.ts';
import type { ListRange } from '../core/listing/page.ts';
import { isSignInRecent } from '../core/people/session.ts';
import { Problem } from '../core/problems/problem.ts';
import { buildRevisionKey, revisionParts } from '../core/scans/object-keys.ts';
import { createNothingToReport } from '../core/scans/report-availability.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import { formatShareToken, formatShareUrl } from '../core/shared-reports/share-token.ts';
import {
  addDays,
  computeReportEnd,
  isReadable,
  type NewSharedReport,
  SHARED_PER_SCAN_MAX,
  type SharedReport,
  type ShareReport,
  type SharingSetting,
  toSharedReportView,
} from '../core/shared-reports/shared-report.ts';
import { findReportedScan } from './find-reported-scan.ts';
import type { FindScan } from './get-scan.ts';
import type { RequestContext } from './request-context.ts';

export interface ShareReportDependencies extends FindScan {
  findAccount(accountId: string): Promise<SharingSetting | undefined>;
  findPerson(personId: string): Promise<{ name: string } | undefined>;
  readScanStart(scanId: string): Promise<Pick<ScanStart, 'settings'>>;
  listSharedReports(
    of: { accountId: string; scanId: string },
    range: ListRange,
  ): Promise<Listing<SharedReport>>;
  /** Returns the size of an object of the bucket in bytes; undefined if it does not exist. */
  getObjectSize(key: string): Promise<number | undefined>;
  insertSharedReport(
    shared: SharedReport,
    change: MemberChange,
  ): Promise<'created' | 'scan-gone' | 'forbidden' | 'member-changed'>;
  /** Returns the origin of the dashboard. */
  readOrigin(): Promise<string>;
  retentionDays: number;
}

/**
 * Lets strangers read the present report revision of a scan, with a token that is returned this one time.
 * @throws Problem scan-not-found, sharing-forbidden, report-not-ready, nothing-to-report, sign-in-too-old,
 *   shared-reports-limit or role-too-small
 */
export async function shareReport(
  dependencies: ShareReportDependencies,
  { principal, requestId, now, body }: RequestContext<'member'> & { body: ShareReport },
): Promise<NewSharedReport> {
  const { accountId, personId } = principal;
  const found = await findReportedScan(dependencies, { principal, scanId: body.scanId });
  const setting = (await dependencies.findAccount(accountId)) ?? {};
  if (setting.sharing === 'forbidden') throw new Problem('sharing-forbidden');
  if (found.kind === 'pending') throw new Problem('report-not-ready');
  const { scan } = found;
  const size = await dependencies.getObjectSize(buildRevisionKey(scan, revisionParts.results));
  if (size === undefined) throw createNothingToReport(scan);
  // Such a report shows pages that only signed-in users of the site see.
  const { settings } = await dependencies.readScanStart(scan.scanId);
  if (settings.signedIn && !isSignInRecent(principal.signedInAt, now)) throw new Problem('sign-in-too-old');
  await requireCapacity(dependencies, scan, setting, now);

  const [person, origin] = await Promise.all([dependencies.findPerson(personId), dependencies.readOrigin()]);
  const { secret, tokenHash } = createLinkSecret();
  const shared: SharedReport = {
    shareId: createId('share', now),
    accountId,
    siteId: scan.siteId,
    siteName: scan.siteName,
    scanId: scan.scanId,
    revision: scan.edition,
    tokenHash,
    note: body.note,
    createdBy: { personId, name: person?.name ?? personId },
    createdAt: now.toISOString(),
    expiresAt: addDays(now, body.expiresInDays),
    reportKeptUntil: computeReportEnd(scan, dependencies.retentionDays),
  };
  const change = { by: toActor(principal, requestId), member: principal, now };
  switch (await dependencies.insertSharedReport(shared, change)) {
    case 'created': {
      const token = formatShareToken(shared.shareId, secret);
      return { ...toSharedReportView(shared), token, url: formatShareUrl(origin, token) };
    }
    case 'scan-gone':
      throw new Problem('scan-not-found');
    case 'forbidden':
      throw new Problem('sharing-forbidden');
    case 'member-changed':
      throw new Problem('role-too-small');
  }
}

async function requireCapacity(
  { listSharedReports }: ShareReportDependencies,
  { accountId, scanId }: Scan,
  setting: SharingSetting,
  now: Date,
): Promise<void> {
  // Those that have expired are deleted some days later. Twice the maximum leaves space for them.
  const { items } = await listSharedReports({ accountId, scanId }, { limit: 2 * SHARED_PER_SCAN_MAX });
  if (items.filter((shared) => isReadable(shared, setting, now)).length < SHARED_PER_SCAN_MAX) return;
  throw new Problem(
    'shared-reports-limit',
    `The report is shared by ${SHARED_PER_SCAN_MAX} links. Revoke some that are not needed.`,
  );
}

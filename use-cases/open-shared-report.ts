import { isSameHash, type LinkLimiter } from '../core/access/link-secret.ts';
import { STRANGER } from '../core/audit/audit-entry.ts';
import type { Change } from '../core/audit/change.ts';
import { Problem } from '../core/problems/problem.ts';
import type { Scan } from '../core/scans/scan.ts';
import { parseShareToken } from '../core/shared-reports/share-token.ts';
import { isReadable, type SharedReport, type SharingSetting } from '../core/shared-reports/shared-report.ts';
import { createLinkRateProblem } from './create-link-rate-problem.ts';
import type { ReportedScan } from './find-reported-scan.ts';

export interface OpenSharedReportDependencies {
  guard: LinkLimiter;
  findSharedReport(shareId: string): Promise<SharedReport | undefined>;
  /** Returns what a shared report needs; the scan is undefined if it or its site was deleted. */
  readSharedSource(shared: SharedReport): Promise<{
    account: (SharingSetting & { deletedAt?: string }) | undefined;
    scan: Scan | undefined;
  }>;
  /** Records that the link was opened on a day, in UTC. */
  recordOpening(shared: SharedReport, day: string, change: Change): Promise<void>;
}

/** A shared report whose token was right. */
export interface OpenedReport {
  shared: SharedReport;
  /** The scan with the report revision that is shared, which need not be its present one. */
  scan: ReportedScan;
}

/** Compared with if there is no shared report, so that the work is the same. */
const noHash = '0'.repeat(64);

/**
 * Returns the shared report of a token. The first call of a day is recorded in the audit log before it is answered.
 * @throws Problem shared-report-not-found, the same for a wrong token and for a link that has ended; rate-limited
 */
export async function openSharedReport(
  { guard, findSharedReport, readSharedSource, recordOpening }: OpenSharedReportDependencies,
  { token, sourceIp, requestId, now }: { token: string; sourceIp: string; requestId: string; now: Date },
): Promise<OpenedReport> {
  const parts = parseShareToken(token);
  if (parts === null) throw new Problem('shared-report-not-found');
  const presented = { subject: parts.shareId, tokenHash: parts.tokenHash, sourceIp, now };
  if (!guard.mayCheck(presented)) throw createLinkRateProblem();
  const shared = await findSharedReport(parts.shareId);
  const isRight = isSameHash(shared?.tokenHash ?? noHash, parts.tokenHash);
  if (shared === undefined || !isRight) {
    guard.addWrong(presented);
    throw new Problem('shared-report-not-found');
  }
  if (!guard.addRight(presented)) throw createLinkRateProblem();
  const { account, scan } = await readSharedSource(shared);
  const isOpen = account !== undefined && account.deletedAt === undefined && isReadable(shared, account, now);
  if (!isOpen || scan === undefined) throw new Problem('shared-report-not-found');
  const day = now.toISOString().slice(0, 10);
  if (shared.lastOpenedOn !== day) {
    const by = { accountId: shared.accountId, actor: STRANGER, sourceIp, requestId };
    await recordOpening(shared, day, { by, now });
  }
  return { shared, scan: { ...scan, edition: shared.revision } };
}

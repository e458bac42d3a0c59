import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import type { CancelOutcome, CancelReason, Scan } from '../core/scans/scan.ts';
import { type FindScan, getScan } from './get-scan.ts';
import type { RequestContext } from './request-context.ts';

/** The dependencies that cancel a scan. */
export interface ScanCancellation {
  /** Cancels an unfinished scan of the actor's account. Returns undefined if the account has no such scan. */
  saveCancellation(
    scanId: string,
    reason: CancelReason,
    by: Actor,
    now: Date,
  ): Promise<CancelOutcome | undefined>;
  /** Requests the report of a scan. */
  requestFinish(scan: Scan): Promise<void>;
}

export interface CancelScanDependencies extends FindScan, ScanCancellation {}

/** Cancels an unfinished scan and returns it. A second call returns the same. */
export async function cancelScan(
  dependencies: CancelScanDependencies,
  { principal, requestId, now, scanId }: RequestContext & { scanId: string },
): Promise<Scan> {
  await getScan(dependencies, { principal, scanId });
  const outcome = await dependencies.saveCancellation(
    scanId,
    'requested',
    toActor(principal, requestId),
    now,
  );
  if (!outcome) throw new Problem('scan-not-found');
  const { kind, scan } = outcome;
  if (kind === 'ended') {
    throw new Problem('scan-already-ended', `The scan is ${scan.status} and can no longer be cancelled.`);
  }
  // Also if it was cancelled before, because the first call may have ended before it requested the report.
  if (scan.report === 'pending') await dependencies.requestFinish(scan);
  return scan;
}

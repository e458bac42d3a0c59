import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import type { Scan } from '../core/scans/scan.ts';
import { type FindScan, getScan } from './get-scan.ts';
import type { RequestContext } from './request-context.ts';

export interface DeleteScanDependencies extends FindScan {
  /** Deletes a settled scan, and schedules the deletion of its objects. */
  removeScan(scan: Scan, by: Actor, now: Date): Promise<'deleted' | 'changed'>;
  /** Replaces a deleted scan in the overview. If this fails, the deletion of the objects does it. */
  removeScanFromOverview(scan: Scan): Promise<void>;
}

/**
 * Deletes a scan with its report, findings and pictures.
 * @throws Problem scan-not-ended, while the scan runs or its report is being built
 */
export async function deleteScan(
  dependencies: DeleteScanDependencies,
  { principal, requestId, now, scanId }: RequestContext & { scanId: string },
): Promise<void> {
  const scan = await getScan(dependencies, { principal, scanId });
  if (scan.report === 'pending') {
    throw new Problem('scan-not-ended', `${describeState(scan)} Then delete it.`);
  }
  const outcome = await dependencies.removeScan(scan, toActor(principal, requestId), now);
  // A settled scan changes only by being deleted.
  if (outcome === 'changed') throw new Problem('scan-not-found');
  await dependencies.removeScanFromOverview(scan);
}

function describeState({ status }: Scan): string {
  return status === 'queued' || status === 'running'
    ? `The scan is ${status}. Cancel it, or wait until it ends.`
    : `The scan is ${status}, and its report is being built. Wait until its report is no longer pending.`;
}

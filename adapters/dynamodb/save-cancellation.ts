import type { Actor } from '../../core/audit/audit-entry.ts';
import { type CancelOutcome, type CancelReason, isFinal } from '../../core/scans/scan.ts';
import { buildAuditItem } from './audit.ts';
import { writeScanEnd } from './end-scan.ts';
import { toScan } from './scan-item.ts';
import { readTrackedScan } from './scans.ts';
import type { Store } from './store.ts';

/**
 * Cancels an unfinished scan of the actor's account. The report on the pages scanned so far is built afterwards.
 * @returns undefined if the account has no such scan
 */
export async function saveCancellation(
  store: Store,
  scanId: string,
  reason: CancelReason,
  by: Actor,
  now: Date,
): Promise<CancelOutcome | undefined> {
  const scan = await readTrackedScan(store, scanId);
  if (scan?.accountId !== by.accountId) return undefined;
  if (scan.status === 'cancelled') return { kind: 'already-cancelled', scan: toScan(scan) };
  if (isFinal(scan.status)) return { kind: 'ended', scan: toScan(scan) };
  const end = { status: 'cancelled', finishedAt: now.toISOString(), cancelReason: reason } as const;
  const audited = buildAuditItem(store, {
    by,
    action: 'scan.cancelled',
    target: scanId,
    detail: { site: scan.siteId, reason },
    now,
  });
  const failed = await writeScanEnd(store, scan, end, { also: [audited] });
  if (failed.length > 0) return saveCancellation(store, scanId, reason, by, now);
  const after = (await readTrackedScan(store, scanId)) ?? scan;
  return { kind: 'cancelled', scan: toScan(after) };
}

import { canAccessSite } from '../core/access/principal.ts';
import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import type { ScanCancellation } from './cancel-scan.ts';
import type { RequestContext } from './request-context.ts';

export interface DeleteSiteDependencies extends ScanCancellation {
  /** Deletes the site if it exists, and schedules the deletion of its objects. */
  removeSite(accountId: string, siteId: string, by: Actor, now: Date): Promise<'deleted' | 'gone'>;
  listUnfinishedScanIds(siteId: string): Promise<string[]>;
}

/** Deletes a site and cancels its scans. */
export async function deleteSite(
  dependencies: DeleteSiteDependencies,
  { principal, requestId, now, siteId }: RequestContext & { siteId: string },
): Promise<void> {
  const { accountId } = principal;
  if (!canAccessSite(principal, siteId)) throw new Problem('site-not-found');
  const by = toActor(principal, requestId);
  const outcome = await dependencies.removeSite(accountId, siteId, by, now);
  // Also if the site does not exist: an earlier call may have ended between the deletion and the cancellations.
  for (const scanId of await dependencies.listUnfinishedScanIds(siteId)) {
    const cancelled = await dependencies.saveCancellation(scanId, 'site-deleted', by, now);
    if (cancelled && cancelled.kind !== 'ended') await dependencies.requestFinish(cancelled.scan);
  }
  if (outcome === 'gone') throw new Problem('site-not-found');
}

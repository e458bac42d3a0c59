import type { Actor } from '../../core/audit/audit-entry.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { buildAuditItem } from './audit.ts';
import { buildDeletionItem } from './deletions.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';

/**
 * Deletes a settled scan with its point of the trend, and schedules the deletion of its objects and other items. The
 * items that name it as latest scan or as possible baseline stay: a gate that would compare with it then has no
 * baseline, instead of an earlier one with more findings.
 * @returns 'changed' if the scan is not settled or was deleted since it was read
 */
export async function removeScan(
  store: Store,
  { accountId, siteId, scanId }: Scan,
  by: Actor,
  now: Date,
): Promise<'deleted' | 'changed'> {
  const failed = await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.scan(scanId),
        ConditionExpression: '#report IN (:ready, :none)',
        ExpressionAttributeNames: { '#report': 'report' },
        ExpressionAttributeValues: { ':ready': 'ready', ':none': 'none' },
      },
    },
    { Delete: { TableName: store.table, Key: itemKeys.trendPoint(siteId, scanId) } },
    buildDeletionItem(store, { accountId, siteId, scanId }, now),
    buildAuditItem(store, { by, action: 'scan.deleted', target: scanId, detail: { site: siteId }, now }),
  ]);
  return failed.length === 0 ? 'deleted' : 'changed';
}

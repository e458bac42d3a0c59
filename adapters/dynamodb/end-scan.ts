import { buildScanEndEntryId } from '../../core/alerts/outbox-entry.ts';
import { isFinal, type Scan, type ScanFailure } from '../../core/scans/scan.ts';
import type { ScanEnd, Settlement } from '../../core/scans/settlement.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { buildOutboxItem } from './outbox.ts';
import { readItem } from './read-items.ts';
import { readTrackedScan } from './scans.ts';
import { buildScanEntryItem } from './site-entries.ts';
import type { Store } from './store.ts';
import type { FailedCondition, TransactItem } from './transact.ts';
import { type NewerItem, writeWithNewer } from './write-newer.ts';

/**
 * Ends a scan, settles it, or both, in one transaction. Every scan ends through this function, so that everything that
 * belongs to the end is written together.
 * @param scan the scan as it was read; nothing is written if the scan has ended or was settled since
 * @param also further items of the caller, such as its audit entry
 * @param newer further items that are written only if they are newer than the stored ones
 * @returns the conditions that failed; the index is that of an item in `also`, negative if it is not among them
 */
export async function writeScanEnd(
  store: Store,
  scan: Scan,
  end: ScanEnd,
  { also = [], newer = [] }: { also?: readonly TransactItem[]; newer?: readonly NewerItem[] } = {},
): Promise<FailedCondition[]> {
  const own = [
    buildScanEndItem(store, scan, end),
    ...(end.status === undefined
      ? []
      : [buildAccountUncountItem(store, scan), buildScanEndedItem(store, scan, end)]),
  ];
  // Read before the transaction, which has the condition that it shows the same main branch and no newer scan.
  const entry =
    end.status === undefined
      ? undefined
      : await readItem(store, itemKeys.siteEntry(scan.accountId, scan.siteId));
  const shown = buildScanEntryItem(store, scan, end, entry);
  const failed = await writeWithNewer(store, [...own, ...also], shown ? [...newer, shown] : newer);
  return failed.map((condition) => ({ ...condition, index: condition.index - own.length }));
}

/**
 * Returns the end and the settlement of a scan whose report is built; only the settlement if the scan has ended
 * already.
 */
export function buildScanEnd(scan: Scan, { failure, failureDetail, ...settlement }: Settlement): ScanEnd {
  if (isFinal(scan.status)) return settlement;
  if (failure === undefined) return { ...settlement, status: 'completed' };
  return {
    ...settlement,
    status: 'failed',
    failure,
    ...(failureDetail === undefined ? {} : { failureDetail }),
  };
}

/**
 * Settles a scan: its report is in the bucket, or there is nothing to report. Ends the scan if it has not ended.
 * @returns false if the scan was settled or ended since it was read
 */
export async function settleScan(store: Store, scan: Scan, settlement: Settlement): Promise<boolean> {
  return (await writeScanEnd(store, scan, buildScanEnd(scan, settlement))).length === 0;
}

/** Ends a scan as failed because of a fault of the service. The pages scanned so far can still be reported. */
export async function failScan(store: Store, scanId: string, failure: ScanFailure, now: Date): Promise<void> {
  const scan = await readTrackedScan(store, scanId);
  if (!scan || isFinal(scan.status)) return;
  const finishedAt = scan.finishedAt ?? now.toISOString();
  const failed = await writeScanEnd(store, scan, { status: 'failed', finishedAt, failure });
  if (failed.length > 0) await failScan(store, scanId, failure, now);
}

function buildScanEndItem(store: Store, scan: Scan, end: ScanEnd): TransactItem {
  const { status } = end;
  const members = Object.entries({
    ...end,
    gate: end.summary?.gate ?? undefined,
    ...(status === undefined ? {} : { gsi2pk: indexKeys.scansOfSiteByStatus(scan.siteId, status) }),
  }).filter(([, value]) => value !== undefined);
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.scan(scan.scanId),
      UpdateExpression: `SET ${members.map(([name]) => `#${name} = :${name}`).join(', ')}${
        end.report === undefined ? '' : ' REMOVE gsi3pk, gsi3sk'
      }`,
      ConditionExpression: '#report = :pending AND #status = :read',
      ExpressionAttributeNames: {
        '#report': 'report',
        '#status': 'status',
        ...Object.fromEntries(members.map(([name]) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(members.map(([name, value]) => [`:${name}`, value])),
        ':pending': 'pending',
        ':read': scan.status,
      },
    },
  };
}

/** Builds the outbox entry of the end of a scan, from which its events are derived. */
function buildScanEndedItem(
  store: Store,
  { scanId, siteId, accountId, correlationId, finishedAt, createdAt }: Scan,
  end: ScanEnd,
): TransactItem {
  return buildOutboxItem(store, {
    entryId: buildScanEndEntryId(scanId),
    accountId,
    cause: { kind: 'scan-ended', scanId, siteId },
    at: end.finishedAt ?? finishedAt ?? createdAt,
    correlationId,
  });
}

function buildAccountUncountItem(store: Store, scan: Scan): TransactItem {
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.account(scan.accountId),
      UpdateExpression: 'ADD unfinishedScans :minusOne, unfinishedHigh :high',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':minusOne': -1, ':high': scan.config.priority === 'high' ? -1 : 0 },
    },
  };
}

import { isFinal, type Scan, type ScanFailure } from '../../core/scans/scan.ts';
import type { ScanEnd, Settlement } from '../../core/scans/settlement.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { readTrackedScan } from './scans.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/**
 * Returns the transaction that ends a scan, settles it, or both. A scan ends in no other way, so that everything that
 * must be written together with its end is composed here; what the caller adds, such as its audit entry, follows.
 * @param scan as it was read; the transaction fails if it was ended or settled since
 */
export function buildScanEndItems(
  store: Store,
  scan: Scan,
  end: ScanEnd,
  also: readonly TransactItem[] = [],
): TransactItem[] {
  return [
    scanEndItem(store, scan, end),
    ...(end.status === undefined ? [] : [leaveAccountItem(store, scan)]),
    ...also,
  ];
}

/** Returns the end and the settlement of a scan whose report is built; of one that has ended, the settlement only. */
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
 * Settles a scan: its report is in the bucket or there is nothing to report, and it ends if it has not yet.
 * @returns false when it was settled or ended since it was read
 */
export async function settleScan(store: Store, scan: Scan, settlement: Settlement): Promise<boolean> {
  return (await transact(store, buildScanEndItems(store, scan, buildScanEnd(scan, settlement)))).length === 0;
}

/** Ends a scan as failed by a fault of the service; what was scanned by then can still be reported. */
export async function failScan(store: Store, scanId: string, failure: ScanFailure, now: Date): Promise<void> {
  const scan = await readTrackedScan(store, scanId);
  if (!scan || isFinal(scan.status)) return;
  const finishedAt = scan.finishedAt ?? now.toISOString();
  const failed = await transact(
    store,
    buildScanEndItems(store, scan, { status: 'failed', finishedAt, failure }),
  );
  if (failed.length > 0) await failScan(store, scanId, failure, now);
}

function scanEndItem(store: Store, scan: Scan, end: ScanEnd): TransactItem {
  const { status } = end;
  const members = Object.entries({
    ...end,
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

function leaveAccountItem(store: Store, scan: Scan): TransactItem {
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

import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Actor } from '../../core/audit/audit-entry.ts';
import {
  type CancelReason,
  isFinal,
  type ReportState,
  type Scan,
  type ScanFailure,
  type ScanSummary,
} from '../../core/scans/scan.ts';
import { auditItem } from './audit.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { transactAsLatest } from './latest-scans.ts';
import { type ScanItem, sweepDue, toScan } from './scan-item.ts';
import { readScanItem } from './scans.ts';
import type { Store } from './store.ts';
import { ContentionError, type FailedCondition, type TransactItem, transact } from './transact.ts';
import { isConditionFailed, pauseAfterConflict, updateIf, write, writeIf } from './write.ts';

/** Condition and values that hold a write to scans that have not ended; `#status` is the status attribute. */
export const whileUnfinished = {
  condition: '#status IN (:queued, :running)',
  values: { ':queued': 'queued', ':running': 'running' },
} as const;

/** Notes that the first page of a scan was begun; nothing when the scan is past that. */
export async function markRunning(store: Store, scan: Scan, now: Date): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.scan(scan.scanId),
      UpdateExpression: 'SET #status = :running, gsi2pk = :index, startedAt = if_not_exists(startedAt, :now)',
      ConditionExpression: '#status = :queued',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ...whileUnfinished.values,
        ':index': indexKeys.scansOfSiteByStatus(scan.siteId, 'running'),
        ':now': now.toISOString(),
      },
    }),
  );
}

/** Notes, once, that the first pages of a scan are all in its frontier. */
export async function markPlanned(store: Store, scanId: string): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.scan(scanId),
      UpdateExpression: 'SET planned = :true ADD outstanding :minusOne',
      ConditionExpression: 'planned = :false',
      ExpressionAttributeValues: { ':true': true, ':false': false, ':minusOne': -1 },
    }),
  );
}

/**
 * Begins to put the pages of the next depth into the frontier. While that lasts it counts as one thing that is
 * outstanding, so that the scan does not end in the middle of it. Nothing when another was quicker.
 */
export async function beginDepth(store: Store, scan: ScanItem): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.scan(scan.scanId),
      UpdateExpression: 'SET #depth = :next, opening = :true ADD outstanding :one',
      ConditionExpression: `#depth = :depth AND opening = :false AND outstanding = :zero AND attribute_not_exists(finishedAt) AND ${whileUnfinished.condition}`,
      ExpressionAttributeNames: { '#depth': 'depth', '#status': 'status' },
      ExpressionAttributeValues: {
        ...whileUnfinished.values,
        ':depth': scan.depth,
        ':next': scan.depth + 1,
        ':true': true,
        ':false': false,
        ':one': 1,
        ':zero': 0,
      },
    }),
  );
}

/** Notes, once, that the pages of a depth are all in the frontier. */
export async function endDepth(store: Store, scanId: string, depth: number): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.scan(scanId),
      UpdateExpression: 'SET opening = :false ADD outstanding :minusOne',
      ConditionExpression: '#depth = :depth AND opening = :true',
      ExpressionAttributeNames: { '#depth': 'depth' },
      ExpressionAttributeValues: { ':depth': depth, ':false': false, ':true': true, ':minusOne': -1 },
    }),
  );
}

/**
 * Counts that a page of a scan was put off.
 * @returns how often in a row, since a page of it was last scanned
 */
export async function countDeferral(
  store: Store,
  { scanId, pagesScanned }: Pick<Scan, 'scanId' | 'pagesScanned'>,
): Promise<number> {
  const at = { TableName: store.table, Key: itemKeys.scan(scanId) };
  const again = new UpdateCommand({
    ...at,
    UpdateExpression: 'ADD deferralsInVain :one',
    ConditionExpression: 'deferralsSince = :scanned',
    ExpressionAttributeValues: { ':one': 1, ':scanned': pagesScanned },
    ReturnValues: 'ALL_NEW',
  });
  try {
    return Number((await write(store, again)).Attributes?.deferralsInVain);
  } catch (error) {
    if (!isConditionFailed(error)) throw error;
  }
  await write(
    store,
    new UpdateCommand({
      ...at,
      UpdateExpression: 'SET deferralsSince = :scanned, deferralsInVain = :one',
      ExpressionAttributeValues: { ':one': 1, ':scanned': pagesScanned },
    }),
  );
  return 1;
}

/** Notes, once, when the last page of a scan ended; so that putting the report together twice gives the same. */
export async function markPagesEnded(store: Store, scanId: string, now: Date): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.scan(scanId),
      UpdateExpression: 'SET finishedAt = :now',
      ConditionExpression: `attribute_not_exists(finishedAt) AND outstanding = :zero AND ${whileUnfinished.condition}`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ...whileUnfinished.values, ':now': now.toISOString(), ':zero': 0 },
    }),
  );
}

/** What became of a wish to cancel: done, done before, or too late. */
export interface Cancelled {
  kind: 'cancelled' | 'already-cancelled' | 'ended';
  scan: Scan;
}

/**
 * Cancels a scan of the actor's account that has not ended; its report, of what was scanned by then, is still to come.
 * @returns undefined if the account has no such scan
 */
export async function cancelScan(
  store: Store,
  scanId: string,
  reason: CancelReason,
  by: Actor,
  now: Date,
): Promise<Cancelled | undefined> {
  const scan = await readScanItem(store, scanId);
  if (scan?.accountId !== by.accountId) return undefined;
  if (scan.status === 'cancelled') return { kind: 'already-cancelled', scan: toScan(scan) };
  if (isFinal(scan.status)) return { kind: 'ended', scan: toScan(scan) };
  const failed = await transact(store, [
    endItem(store, scan, { status: 'cancelled', finishedAt: now.toISOString(), cancelReason: reason }),
    leaveAccountItem(store, scan),
    auditItem(store, {
      by,
      action: 'scan.cancelled',
      target: scanId,
      detail: { site: scan.siteId, reason },
      now,
    }),
  ]);
  if (failed.length > 0) return cancelScan(store, scanId, reason, by, now);
  const after = (await readScanItem(store, scanId)) ?? scan;
  return { kind: 'cancelled', scan: toScan(after) };
}

/** Ends a scan as failed by our own fault; what was scanned by then can still be reported. */
export async function failScan(store: Store, scanId: string, failure: ScanFailure, now: Date): Promise<void> {
  const scan = await readScanItem(store, scanId);
  if (!scan || isFinal(scan.status)) return;
  const failed = await transact(store, [
    endItem(store, scan, { status: 'failed', finishedAt: scan.finishedAt ?? now.toISOString(), failure }),
    leaveAccountItem(store, scan),
  ]);
  if (failed.length > 0) await failScan(store, scanId, failure, now);
}

/** What a scan is settled with. */
export interface Settlement {
  report: ReportState;
  /** Folder of the report that counts from now on. */
  edition?: string;
  summary?: ScanSummary;
  /** Ends a scan that has not ended yet as failed. */
  failure?: ScanFailure;
  failureDetail?: string;
}

/** What a completed scan leaves to those after it. */
export interface Leaves {
  items: readonly TransactItem[];
  /** As `transactAsLatest` takes them. */
  notes: readonly TransactItem[];
  /** Reads the lines of scans that it belongs to, and returns the writes that change them; asked until they hold. */
  changeLines(): Promise<TransactItem[]>;
}

/**
 * Settles a scan: its report is in the bucket or there is nothing to report, and it ends if it has not yet. All at
 * once and once; false when somebody else settled or ended it in between.
 */
export async function settleScan(store: Store, scan: ScanItem, settlement: Settlement): Promise<boolean> {
  return (await transact(store, settleItems(store, scan, settlement))).length === 0;
}

/** Settles a scan in the same way, with what it leaves; it leaves nothing when its site was deleted meanwhile. */
export async function settleAndLeave(
  store: Store,
  scan: ScanItem,
  settlement: Settlement,
  { items, notes, changeLines }: Leaves,
): Promise<boolean> {
  const own = settleItems(store, scan, settlement);
  const all = [...own, siteStands(store, scan), ...items];
  for (let attempt = 0; attempt < LINE_ATTEMPTS; attempt++) {
    const failed = await transactAsLatest(store, [...all, ...(await changeLines())], [...notes]);
    if (failed.length === 0) return true;
    const [{ index }] = failed as [FailedCondition];
    // The site's lines go with it, so that their conditions fail too.
    if (index === own.length) return settleScan(store, scan, settlement);
    if (index < all.length) return false;
    await pauseAfterConflict(attempt);
  }
  throw new ContentionError(`gave up after ${LINE_ATTEMPTS} changes of lines met another`);
}

/** Every scan of a site that settles changes its lines; each attempt lets at least one of them through. */
const LINE_ATTEMPTS = 30;

function settleItems(store: Store, scan: ScanItem, settlement: Settlement): TransactItem[] {
  return [
    settleItem(store, scan, settlement),
    ...(isFinal(scan.status) ? [] : [leaveAccountItem(store, scan)]),
  ];
}

function settleItem(store: Store, scan: ScanItem, settlement: Settlement): TransactItem {
  const { report, edition, summary, failure, failureDetail } = settlement;
  const ended = isFinal(scan.status);
  const status = ended ? scan.status : failure ? 'failed' : 'completed';
  const members = Object.entries({
    report,
    edition,
    summary,
    status,
    gsi2pk: indexKeys.scansOfSiteByStatus(scan.siteId, status),
    ...(ended ? {} : { failure, failureDetail }),
  }).filter(([, value]) => value !== undefined);
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.scan(scan.scanId),
      UpdateExpression: `SET ${members.map(([name]) => `#${name} = :${name}`).join(', ')} REMOVE gsi3pk, gsi3sk`,
      ConditionExpression: '#report = :pending AND #status = :read',
      ExpressionAttributeNames: Object.fromEntries(members.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(members.map(([name, value]) => [`:${name}`, value])),
        ':pending': 'pending',
        ':read': scan.status,
      },
    },
  };
}

/** What is kept for a site goes with it; nothing may be added afterwards. */
export function siteStands(store: Store, { accountId, siteId }: Scan): TransactItem {
  return {
    ConditionCheck: {
      TableName: store.table,
      Key: itemKeys.site(accountId, siteId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
}

/** Returns the ids of the scans that the sweeper is due to look at, those that have waited longest first. */
export async function listDueScans(store: Store, now: Date): Promise<string[]> {
  const shards = await Promise.all(
    indexKeys.unsettledShards().map((shard) =>
      store.db.send(
        new QueryCommand({
          TableName: store.table,
          IndexName: 'gsi3',
          KeyConditionExpression: 'gsi3pk = :shard AND gsi3sk <= :now',
          ExpressionAttributeValues: { ':shard': shard, ':now': now.toISOString() },
          Limit: DUE_SCANS_PER_SHARD,
        }),
      ),
    ),
  );
  return shards
    .flatMap(({ Items = [] }) => Items)
    .sort((a, b) => (a.gsi3sk < b.gsi3sk ? -1 : 1))
    .map(({ pk }) => String(pk).slice(itemKeys.scan('').pk.length));
}

/** Bounds one sweep; the rest is due at the next. */
const DUE_SCANS_PER_SHARD = 50;

/** Notes when the sweeper is due to look at a scan again. Returns the scan as it is now; undefined if it is settled. */
export async function sweepAgain(store: Store, scanId: string, now: Date): Promise<ScanItem | undefined> {
  const swept = await updateIf(store, {
    Key: itemKeys.scan(scanId),
    UpdateExpression: 'SET gsi3sk = :due',
    ConditionExpression: 'attribute_exists(gsi3pk)',
    ExpressionAttributeValues: { ':due': sweepDue(now) },
  });
  return swept as ScanItem | undefined;
}

function endItem(
  store: Store,
  scan: ScanItem,
  end: Pick<Scan, 'status' | 'finishedAt' | 'cancelReason' | 'failure'>,
): TransactItem {
  const members = Object.entries(end).filter(([, value]) => value !== undefined);
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.scan(scan.scanId),
      UpdateExpression: `SET gsi2pk = :index, ${members.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: whileUnfinished.condition,
      ExpressionAttributeNames: {
        '#status': 'status',
        ...Object.fromEntries(members.map(([name]) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: {
        ...whileUnfinished.values,
        ':index': indexKeys.scansOfSiteByStatus(scan.siteId, end.status),
        ...Object.fromEntries(members.map(([name, value]) => [`:${name}`, value])),
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

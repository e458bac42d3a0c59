import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { addDeferral, type DeferralStreak } from '../../core/crawl/deferral.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { TrackedScan } from '../../core/scans/tracked-scan.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { whileUnfinished } from './scan-item.ts';
import { readTrackedScan } from './scans.ts';
import type { Store } from './store.ts';
import { writeIf } from './write.ts';

/** Records that the first page of a scan was begun. Does nothing if the scan is not queued. */
export async function recordScanRunning(store: Store, scan: Scan, now: Date): Promise<void> {
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

/** Records once that all first pages of a scan are in its frontier. */
export async function recordScanPlanned(store: Store, scanId: string): Promise<void> {
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
 * Records that the pages of the next depth are being added to the frontier. Meanwhile this step counts as one
 * outstanding item, so that the scan does not end too early. Does nothing if another process began the depth.
 */
export async function beginDepth(store: Store, scan: TrackedScan): Promise<void> {
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

/** Records once that all pages of a depth are in the frontier. */
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
 * Counts a deferral of a page of a scan.
 * @returns the deferrals since the last time that a page of the scan was scanned
 * @throws Error if the scan does not exist
 */
export async function countDeferral(store: Store, scanId: string): Promise<DeferralStreak> {
  for (;;) {
    const scan = await readTrackedScan(store, scanId);
    if (scan === undefined) throw new Error(`the scan ${scanId} does not exist`);
    const streak = addDeferral(scan);
    const before = scan.deferralsInVain;
    const counted = await writeIf(
      store,
      new UpdateCommand({
        TableName: store.table,
        Key: itemKeys.scan(scanId),
        UpdateExpression: 'SET deferralsSince = :since, deferralsInVain = :count',
        ConditionExpression:
          before === undefined ? 'attribute_not_exists(deferralsInVain)' : 'deferralsInVain = :before',
        ExpressionAttributeValues: {
          ':since': streak.deferralsSince,
          ':count': streak.deferralsInVain,
          ...(before === undefined ? {} : { ':before': before }),
        },
      }),
    );
    if (counted) return streak;
  }
}

/** Records once when the last page of a scan ended, so that a report that is built again is the same. */
export async function recordPagesEnded(store: Store, scanId: string, now: Date): Promise<void> {
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

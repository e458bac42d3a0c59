import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Change, MemberChange } from '../../core/audit/change.ts';
import type { Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { SharedReport } from '../../core/shared-reports/shared-report.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import type { Account } from './access.ts';
import { buildAuditItem } from './audit.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { buildMemberCheck } from './memberships.ts';
import { queryNewest } from './query-newest.ts';
import { readItem, readItems } from './read-items.ts';
import { isScanItem, type ScanItem, toScan } from './scan-item.ts';
import { buildSiteExistsCheck } from './sites.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';
import { write } from './write.ts';

/** 'scan-gone': the scan or its site was deleted, or the scan has another report revision. */
type ShareOutcome = 'created' | 'scan-gone' | 'forbidden' | 'member-changed';

/**
 * Writes a new shared report, if its scan and its site exist, its account allows it, and the member still has the role.
 */
export async function insertSharedReport(
  store: Store,
  shared: SharedReport,
  { by, member, now }: MemberChange,
): Promise<ShareOutcome> {
  const { shareId, accountId, siteId, scanId, revision, expiresAt } = shared;
  const detail = { scan: scanId, site: siteId, expiresAt };
  const named: [ShareOutcome, TransactItem][] = [
    ['scan-gone', buildSiteExistsCheck(store, shared)],
    [
      'scan-gone',
      {
        ConditionCheck: {
          TableName: store.table,
          Key: itemKeys.scan(scanId),
          ConditionExpression: 'edition = :revision',
          ExpressionAttributeValues: { ':revision': revision },
        },
      },
    ],
    [
      'forbidden',
      {
        ConditionCheck: {
          TableName: store.table,
          Key: itemKeys.account(accountId),
          ConditionExpression:
            'attribute_exists(pk) AND attribute_not_exists(deletedAt) AND (attribute_not_exists(sharing) OR sharing = :allowed)',
          ExpressionAttributeValues: { ':allowed': 'allowed' },
        },
      },
    ],
    ['member-changed', buildMemberCheck(store, member)],
    [
      'scan-gone',
      {
        Put: {
          TableName: store.table,
          Item: buildSharedReportItem(shared),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    ],
    [
      'scan-gone',
      buildAuditItem(store, { by, action: 'shared-report.created', target: shareId, detail, now }),
    ],
  ];
  const failed = await transact(
    store,
    named.map(([, item]) => item),
  );
  const outcomes = failed.map(({ index }) => named[index]?.[0]);
  // A caller whose role has changed must not learn anything else.
  const order = ['member-changed', 'forbidden', 'scan-gone'] as const;
  return order.find((outcome) => outcomes.includes(outcome)) ?? 'created';
}

/** Returns the item of a shared report. */
export function buildSharedReportItem(shared: SharedReport): Record<string, unknown> {
  const { shareId, accountId, scanId, expiresAt } = shared;
  return {
    ...shared,
    ...itemKeys.sharedReport(shareId),
    gsi1pk: indexKeys.sharedReportsOfAccount(accountId),
    gsi1sk: shareId,
    gsi2pk: indexKeys.sharedReportsOfScan(scanId),
    gsi2sk: shareId,
    ttl: Math.ceil(Date.parse(expiresAt) / 1000),
  };
}

/**
 * Returns a shared report, also one that has expired; undefined if it does not exist. The read is strongly consistent,
 * so that the next call after it was revoked is refused.
 */
export async function findSharedReport(store: Store, shareId: string): Promise<SharedReport | undefined> {
  return (await readItem(store, itemKeys.sharedReport(shareId))) as SharedReport | undefined;
}

/**
 * Returns shared reports of an account, newest first, also those that have expired.
 * @param of.scanId only those of this scan
 */
export async function listSharedReports(
  store: Store,
  { accountId, scanId }: { accountId: string; scanId?: string | undefined },
  range: ListRange,
): Promise<Listing<SharedReport>> {
  const { items: keys, ...next } = await (scanId === undefined
    ? queryNewest(store, 'gsi1', indexKeys.sharedReportsOfAccount(accountId), range)
    : queryNewest(store, 'gsi2', indexKeys.sharedReportsOfScan(scanId), range));
  return { items: (await readItems(store, keys)) as unknown as SharedReport[], ...next };
}

/** What a shared report needs besides its item. */
interface SharedSource {
  account: Account | undefined;
  /** Undefined if the scan or its site was deleted. */
  scan: Scan | undefined;
}

/** Returns what a shared report needs (strongly consistent reads). */
export async function readSharedSource(
  store: Store,
  { accountId, siteId, scanId }: Pick<SharedReport, 'accountId' | 'siteId' | 'scanId'>,
): Promise<SharedSource> {
  const keys = [itemKeys.account(accountId), itemKeys.scan(scanId), itemKeys.site(accountId, siteId)];
  const items = await readItems(store, keys);
  const [account, scan, site] = keys.map(({ pk, sk }) =>
    items.find((item) => item.pk === pk && item.sk === sk),
  );
  return {
    account: account as Account | undefined,
    scan:
      site === undefined || scan === undefined || !isScanItem(scan)
        ? undefined
        : toScan(scan as unknown as ScanItem),
  };
}

/** Records that the link of a shared report was opened, once for each day. @param day date in UTC */
export async function recordOpening(
  store: Store,
  { shareId, scanId, siteId }: Pick<SharedReport, 'shareId' | 'scanId' | 'siteId'>,
  day: string,
  { by, now }: Change,
): Promise<void> {
  // If the condition fails, the link was ended or another call has recorded the day.
  await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.sharedReport(shareId),
        UpdateExpression: 'SET lastOpenedOn = :day',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(lastOpenedOn) OR lastOpenedOn < :day)',
        ExpressionAttributeValues: { ':day': day },
      },
    },
    buildAuditItem(store, {
      by,
      action: 'shared-report.opened',
      target: shareId,
      detail: { scan: scanId, site: siteId },
      now,
    }),
  ]);
}

/**
 * Deletes a shared report, so that its link ends.
 * @returns 'gone' if it does not exist any more
 */
export async function removeSharedReport(
  store: Store,
  { shareId, scanId, siteId }: Pick<SharedReport, 'shareId' | 'scanId' | 'siteId'>,
  { by, member, now }: MemberChange,
): Promise<'deleted' | 'gone' | 'member-changed'> {
  const detail = { scan: scanId, site: siteId };
  const failed = await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.sharedReport(shareId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    buildAuditItem(store, { by, action: 'shared-report.revoked', target: shareId, detail, now }),
    buildMemberCheck(store, member),
  ]);
  if (failed.length === 0) return 'deleted';
  return failed.some(({ index }) => index === 0) ? 'gone' : 'member-changed';
}

/** Deletes the shared reports of a deleted scan. @returns false if time was up before all were deleted */
export async function deleteSharedReportsOfScan(
  store: Store,
  scanId: string,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      IndexName: 'gsi2' satisfies TableIndex,
      KeyConditionExpression: 'gsi2pk = :pk',
      ExpressionAttributeValues: { ':pk': indexKeys.sharedReportsOfScan(scanId) },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { pk, sk } of Items) {
      if (isTimeUp()) return false;
      await write(store, new DeleteCommand({ TableName: store.table, Key: { pk, sk } }));
    }
  }
  return true;
}

import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEntry, AuditEvent } from '../../core/audit/audit-entry.ts';
import { type AuditSelection, planAuditRead } from '../../core/audit/audit-filter.ts';
import { createId } from '../../core/ids.ts';
import type { Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import { type AuditIndex, auditIndexes } from '../../core/storage/indexes.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { writeIf } from './write.ts';

/** Builds the audit entry of a change, as an item for the transaction of the change. */
export function buildAuditItem(store: Store, event: AuditEvent): TransactItem {
  return {
    Put: { TableName: getAuditTable(store), ...buildNewEntry(createId('audit', event.now), event) },
  };
}

/**
 * Records a read. Call it before the caller gets what was read, so that there is no read without its entry.
 * @throws Error if the entry could not be written
 */
export async function recordRead(store: Store, event: AuditEvent): Promise<void> {
  // If the entry exists, the SDK has repeated this write because the response to the first one was lost.
  await writeEntry(store, createId('audit', event.now), event);
}

/** Writes the entry of an event, unless an entry with this id exists. */
export async function writeEntry(store: Store, auditId: string, event: AuditEvent): Promise<void> {
  await writeIf(store, new PutCommand({ TableName: getAuditTable(store), ...buildNewEntry(auditId, event) }));
}

/**
 * Returns entries of the audit log of an account, in descending order of their ids.
 * @param range at most `limit` entries after an id
 */
export async function readAuditEntries(
  store: Store,
  accountId: string,
  { by, firstId, lastId }: AuditSelection,
  { limit, after }: ListRange,
): Promise<Listing<AuditEntry>> {
  const key: [string, string] =
    by === undefined ? ['pk', accountId] : [`${by.index}pk`, buildIndexKey(accountId, by.value)];
  const { Items = [], LastEvaluatedKey } = await store.db.send(
    new QueryCommand({
      TableName: getAuditTable(store),
      ...(by === undefined ? {} : { IndexName: by.index }),
      KeyConditionExpression: '#pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeNames: { '#pk': key[0] },
      ExpressionAttributeValues: { ':pk': key[1], ':first': firstId || FIRST_ID, ':last': lastId },
      ScanIndexForward: false,
      Limit: limit,
      ...(after === undefined ? {} : { ExclusiveStartKey: { pk: accountId, sk: after, [key[0]]: key[1] } }),
    }),
  );
  const items = Items.map(toEntry);
  return LastEvaluatedKey === undefined ? { items } : { items, next: String(LastEvaluatedKey.sk) };
}

/** Yields the audit log of an account, or a part of it, in descending order of the ids. */
export async function* readAuditLog(
  store: Store,
  accountId: string,
  selection: AuditSelection = planAuditRead({}).selection,
): AsyncGenerator<AuditEntry> {
  let after: string | undefined;
  do {
    const range = { limit: ENTRIES_AT_ONCE, ...(after === undefined ? {} : { after }) };
    const { items, next } = await readAuditEntries(store, accountId, selection, range);
    yield* items;
    after = next;
  } while (after !== undefined);
}

const ENTRIES_AT_ONCE = 1_000;

/** Sorts before every id; DynamoDB accepts no empty text as a key. */
const FIRST_ID = ' ';

/** Returns the entry of an item, without the keys of the table and its indexes. */
function toEntry(item: Record<string, unknown>): AuditEntry {
  const { pk: _pk, sk: _sk, ...entry } = item;
  for (const index of auditIndexes) delete entry[`${index}pk`];
  return entry as unknown as AuditEntry;
}

/** Returns the partition key of entries of an account in an index. */
function buildIndexKey(accountId: string, value: string): string {
  return `${accountId}#${value}`;
}

/** Builds an entry, with the condition that prevents it from replacing another one. */
function buildNewEntry(auditId: string, { by, action, target, detail, now }: AuditEvent) {
  const entry: AuditEntry = {
    auditId,
    time: now.toISOString(),
    ...by,
    action,
    target,
    ...(detail ? { detail } : {}),
  };
  const indexed: Record<AuditIndex, string> = { byTarget: target, byActor: by.actor, byAction: action };
  const keys = Object.entries(indexed).map(([index, value]) => [
    `${index}pk`,
    buildIndexKey(by.accountId, value),
  ]);
  return {
    Item: { pk: by.accountId, sk: auditId, ...Object.fromEntries(keys), ...entry },
    ConditionExpression: 'attribute_not_exists(pk)',
  };
}

function getAuditTable(store: Store): string {
  if (store.auditTable === undefined)
    throw new Error('the name of the audit table is missing: this function may not write the audit log');
  return store.auditTable;
}

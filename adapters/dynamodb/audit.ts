import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyRefusal } from '../../core/access/key-record.ts';
import type { AuditEntry, AuditEvent } from '../../core/audit/audit-entry.ts';
import { type AuditSelection, planAuditRead } from '../../core/audit/audit-filter.ts';
import { buildFirstIdAt, createId } from '../../core/ids.ts';
import type { Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import { type AuditIndex, auditIndexes } from '../../core/storage/indexes.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { write, writeIf } from './write.ts';

/** The counts of refusals expire after this number of days. */
export const REFUSALS_RETENTION_DAYS = 400;
const DAY_SECONDS = 86_400;

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
  const auditId = createId('audit', event.now);
  // If the entry exists, the SDK has repeated this write because the response to the first one was lost.
  await writeIf(store, new PutCommand({ TableName: getAuditTable(store), ...buildNewEntry(auditId, event) }));
}

/**
 * Records that a known key was refused. Refusals are counted per key, reason and hour. The audit log gets one entry for
 * each such hour. All writers of that hour use the same id and only the first write succeeds, so that a flood of
 * requests cannot fill the log.
 */
export async function recordRefusal(store: Store, refusal: KeyRefusal): Promise<void> {
  const { accountId, keyId, reason, requestId, sourceIp, now } = refusal;
  const hour = formatHour(now);
  const by = { accountId, actor: keyId, requestId, sourceIp };
  const event = { by, action: 'key.refused', target: keyId, detail: { reason, hour }, now } as const;
  await countRefusal(store, itemKeys.refusals(keyId, hour, reason), event);
}

/** Records that a call of a member was refused, in the same way as that of a key. */
export async function recordMemberRefusal(store: Store, refusal: MemberRefusal): Promise<void> {
  const { accountId, personId, reason, requestId, sourceIp, now } = refusal;
  const hour = formatHour(now);
  const by = { accountId, actor: personId, requestId, sourceIp };
  const event = { by, action: 'member.refused', target: personId, detail: { reason, hour }, now } as const;
  await countRefusal(store, itemKeys.memberRefusals(personId, accountId, hour, reason), event);
}

/** A call of a member that was refused because of its role. */
export interface MemberRefusal {
  accountId: string;
  personId: string;
  /** A problem code. */
  reason: string;
  requestId: string;
  sourceIp: string;
  now: Date;
}

/** Counts a refusal, and writes the entry of its hour if it is one of the first. */
async function countRefusal(
  store: Store,
  key: { pk: string; sk: string },
  event: AuditEvent & { detail: { reason: string; hour: string } },
): Promise<void> {
  const { now } = event;
  const counted = await write(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: key,
      UpdateExpression: 'ADD refusals :one SET #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':ttl': Math.floor(now.getTime() / 1000) + REFUSALS_RETENTION_DAYS * DAY_SECONDS,
      },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  if (Number(counted.Attributes?.refusals) > REFUSALS_TO_LOG_AGAIN) return;
  await recordOnceAnHour(store, event, event.detail.reason);
}

/**
 * Writes the entry of an event that is recorded once for each hour, target and reason. All writers of that hour use the
 * same id, and only the first write succeeds.
 */
export async function recordOnceAnHour(store: Store, event: AuditEvent, reason: string): Promise<void> {
  const auditId = `${buildFirstIdAt('audit', new Date(formatHour(event.now)))}#${event.target}#${reason}`;
  await writeIf(store, new PutCommand({ TableName: getAuditTable(store), ...buildNewEntry(auditId, event) }));
}

function formatHour(now: Date): string {
  return `${now.toISOString().slice(0, 13)}:00:00.000Z`;
}

/**
 * The first writer may crash between the count and the entry. Therefore the writers of the next few refusals also try
 * to write the entry.
 */
const REFUSALS_TO_LOG_AGAIN = 5;

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

/**
 * Returns how often a key was refused for one reason in one hour.
 * @param hour the hour as it is written in the audit entry
 */
export async function readRefusalCount(
  store: Store,
  keyId: string,
  hour: string,
  reason: string,
): Promise<number> {
  const found = await store.db.send(
    new GetCommand({ TableName: store.table, Key: itemKeys.refusals(keyId, hour, reason) }),
  );
  return Number(found.Item?.refusals ?? 0);
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

import { GetCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyRefusal } from '../../core/access/key-record.ts';
import type { Actor, AuditAction, AuditEntry } from '../../core/audit/audit-entry.ts';
import { buildFirstIdAt, newId } from '../../core/ids.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { write, writeIf } from './write.ts';

/** Counts of refusals expire after this. */
export const REFUSALS_RETENTION_DAYS = 400;
const DAY_SECONDS = 86_400;

/** What happened, to be written beside the change itself. */
export interface AuditEvent {
  by: Actor;
  action: AuditAction;
  target: string;
  detail?: AuditEntry['detail'];
  now: Date;
}

/** The audit entry of a change, as an item of the change's own transaction. */
export function buildAuditItem(store: Store, event: AuditEvent): TransactItem {
  const auditId = newId('audit', event.now);
  return {
    Put: {
      TableName: auditTableOf(store),
      Item: entryItem(auditId, event),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/**
 * Records that a known key was turned away. Refusals are counted per key, reason and hour; the audit log gets
 * one entry for each such hour, under an id that only its first writer can use, so that a flood cannot fill it.
 */
export async function recordRefusal(store: Store, refusal: KeyRefusal): Promise<void> {
  const { keyId, reason, now } = refusal;
  const hour = `${now.toISOString().slice(0, 13)}:00:00.000Z`;
  const counted = await write(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.refusals(keyId, hour, reason),
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
  const auditId = `${buildFirstIdAt('audit', new Date(hour))}#${keyId}#${reason}`;
  const { accountId, requestId, sourceIp } = refusal;
  const by = { accountId, actor: keyId, requestId, sourceIp };
  await writeIf(
    store,
    new PutCommand({
      TableName: auditTableOf(store),
      Item: entryItem(auditId, { by, action: 'key.refused', target: keyId, detail: { reason, hour }, now }),
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/** A first writer may die between the count and the entry, so that the next few try the entry again. */
const REFUSALS_TO_LOG_AGAIN = 5;

/** The audit log of an account, newest first. */
export async function* readAuditLog(store: Store, accountId: string): AsyncGenerator<AuditEntry> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: auditTableOf(store),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': accountId },
      ScanIndexForward: false,
    },
  );
  for await (const page of pages) {
    for (const { pk: _pk, sk: _sk, ...entry } of page.Items ?? []) yield entry as AuditEntry;
  }
}

/** How often a key was refused for one reason in one hour (`hour` as its audit entry states it). */
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

function entryItem(auditId: string, { by, action, target, detail, now }: AuditEvent) {
  const entry: AuditEntry = {
    auditId,
    time: now.toISOString(),
    ...by,
    action,
    target,
    ...(detail ? { detail } : {}),
  };
  return { pk: by.accountId, sk: auditId, ...entry };
}

function auditTableOf(store: Store): string {
  if (store.auditTable === undefined) throw new Error('this function was given no audit table');
  return store.auditTable;
}

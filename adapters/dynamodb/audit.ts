import { GetCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyRefusal } from '../../core/access/key-record.ts';
import type { AuditEntry, AuditEvent } from '../../core/audit/audit-entry.ts';
import { buildFirstIdAt, createId } from '../../core/ids.ts';
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
  const event = { by, action: 'key.refused', target: keyId, detail: { reason, hour }, now } as const;
  await writeIf(store, new PutCommand({ TableName: getAuditTable(store), ...buildNewEntry(auditId, event) }));
}

/**
 * The first writer may crash between the count and the entry. Therefore the writers of the next few refusals also try
 * to write the entry.
 */
const REFUSALS_TO_LOG_AGAIN = 5;

/** Yields the audit log of an account, newest entry first. */
export async function* readAuditLog(store: Store, accountId: string): AsyncGenerator<AuditEntry> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: getAuditTable(store),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': accountId },
      ScanIndexForward: false,
    },
  );
  for await (const page of pages) {
    for (const { pk: _pk, sk: _sk, ...entry } of page.Items ?? []) yield entry as AuditEntry;
  }
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
  return {
    Item: { pk: by.accountId, sk: auditId, ...entry },
    ConditionExpression: 'attribute_not_exists(pk)',
  };
}

function getAuditTable(store: Store): string {
  if (store.auditTable === undefined)
    throw new Error('the name of the audit table is missing: this function may not write the audit log');
  return store.auditTable;
}

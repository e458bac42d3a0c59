import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEntry, AuditEvent } from '../../core/audit/audit-entry.ts';
import { type Refusal, SIGN_IN_LOG, UNKNOWN_PERSON } from '../../core/audit/refusal.ts';
import { buildFirstIdAt } from '../../core/ids.ts';
import { writeEntry } from './audit.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** The counts of refusals expire after this number of days. */
export const REFUSALS_RETENTION_DAYS = 400;
const DAY_SECONDS = 86_400;

/**
 * The first writer may crash between the count and the entry. Therefore the writers of the next few refusals also try
 * to write the entry.
 */
const REFUSALS_TO_LOG_AGAIN = 5;

/**
 * Records a refusal, with one entry of the audit log for each hour, target and reason, so that a flood of requests
 * cannot fill the log. Refusals of a key are also counted, and so are all refused sign-ins together. Those of a person
 * in an account are not, because the counts of a person who is not a member would outlast the account.
 */
export async function recordRefusal(store: Store, refusal: Refusal): Promise<void> {
  const { accountId, reason, requestId, sourceIp, now } = refusal;
  const entry = { accountId, ...describeRefusal(refusal), detail: { reason, hour: formatHour(now) } };
  const { action, target, detail } = entry;
  const Key = findCountKey(entry);
  if (Key !== undefined && (await countRefusal(store, Key, now)) > REFUSALS_TO_LOG_AGAIN) return;
  const by = { accountId, actor: target, requestId, sourceIp };
  await recordOnceAnHour(store, { by, action, target, detail, now }, reason);
}

function describeRefusal(refusal: Refusal): Pick<AuditEvent, 'action' | 'target'> {
  if ('keyId' in refusal) return { action: 'key.refused', target: refusal.keyId };
  if ('personId' in refusal) return { action: 'member.refused', target: refusal.personId };
  return { action: 'session.refused', target: UNKNOWN_PERSON };
}

/** Returns the number of refusals that the item counts, including this one. */
async function countRefusal(store: Store, Key: { pk: string; sk: string }, now: Date): Promise<number> {
  const counted = await write(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key,
      UpdateExpression: 'ADD refusals :one SET #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':ttl': Math.floor(now.getTime() / 1000) + REFUSALS_RETENTION_DAYS * DAY_SECONDS,
      },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(counted.Attributes?.refusals);
}

/**
 * Writes the entry of an event that is recorded once for each hour, target and reason. All writers of that hour use the
 * same id, and only the first write succeeds.
 */
export async function recordOnceAnHour(store: Store, event: AuditEvent, reason: string): Promise<void> {
  const auditId = `${buildFirstIdAt('audit', new Date(formatHour(event.now)))}#${event.target}#${reason}`;
  await writeEntry(store, auditId, event);
}

/** The members of an entry that say which refusals it stands for. */
type CountedEntry = Pick<AuditEntry, 'accountId' | 'action' | 'target' | 'detail'>;

/** Returns how many refusals the entry of an hour stands for; undefined if it is not one of counted refusals. */
export async function readRefusalCount(store: Store, entry: CountedEntry): Promise<number | undefined> {
  const Key = findCountKey(entry);
  if (Key === undefined) return undefined;
  const found = await store.db.send(new GetCommand({ TableName: store.table, Key }));
  return Number(found.Item?.refusals ?? 0);
}

/** Returns the key of the item that counts the refusals of an entry; undefined if none does. */
function findCountKey({ accountId, action, target, detail }: CountedEntry) {
  const { hour, reason } = detail ?? {};
  if (typeof hour !== 'string' || typeof reason !== 'string') return undefined;
  if (action === 'key.refused') return itemKeys.refusals(target, hour, reason);
  return accountId === SIGN_IN_LOG ? itemKeys.signInRefusals(hour, reason) : undefined;
}

function formatHour(now: Date): string {
  return `${now.toISOString().slice(0, 13)}:00:00.000Z`;
}

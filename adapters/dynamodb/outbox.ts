import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { AlertState } from '../../core/alerts/alert-state.ts';
import type { AlertEvent } from '../../core/alerts/event.ts';
import type { OutboxEntry, StoredOutboxEntry } from '../../core/alerts/outbox-entry.ts';
import { formatDue } from '../../core/due/due-kind.ts';
import type { Site } from '../../core/sites/site.ts';
import { buildAlertStateItem } from './alert-states.ts';
import { buildDueKeys } from './due.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { readItem } from './read-items.ts';
import { buildSiteExistsCheck } from './sites.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';
import { updateIf, write } from './write.ts';

/** After this time the dispatch of an entry is requested again, because its message may be lost. */
const RESEND_MS = 10 * 60_000;

/** Days after which an entry that cannot be handled is deleted. Alarms notify the operator long before. */
const KEPT_DAYS = 30;
const DAY_SECONDS = 86_400;

/** Builds the entry for the transaction of its cause. It is due at once. */
export function buildOutboxItem(store: Store, entry: OutboxEntry): TransactItem {
  const { entryId, accountId, cause, at } = entry;
  return {
    Put: {
      TableName: store.table,
      Item: {
        ...itemKeys.outboxEntry(entryId),
        ...entry,
        ...buildDueKeys(entryId, at, 'outbox'),
        gsi4pk: indexKeys.messagesOf('siteId' in cause ? cause.siteId : accountId),
        gsi4sk: entryId,
        ttl: Math.ceil(Date.parse(at) / 1000) + KEPT_DAYS * DAY_SECONDS,
      },
    },
  };
}

const keyNames = ['pk', 'sk', 'gsi3pk', 'gsi3sk', 'gsi4pk', 'gsi4sk', 'ttl'];

/** Returns an entry; undefined if its deliveries are written. */
export async function findOutboxEntry(store: Store, entryId: string): Promise<StoredOutboxEntry | undefined> {
  const item = await readItem(store, itemKeys.outboxEntry(entryId));
  if (item === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => !keyNames.includes(name)),
  ) as unknown as StoredOutboxEntry;
}

/**
 * Sets when the dispatch of an entry is requested next, so that the sweeper does not request it every minute.
 * @param due the `gsi3sk` of the entry as it was listed
 * @returns the entry; undefined if it is handled, or another run requests it
 */
export async function claimOutboxEntry(
  store: Store,
  entryId: string,
  due: string,
  now: Date,
): Promise<Pick<OutboxEntry, 'accountId' | 'correlationId'> | undefined> {
  const item = await updateIf(store, {
    Key: itemKeys.outboxEntry(entryId),
    UpdateExpression: 'SET gsi3sk = :next',
    ConditionExpression: 'gsi3sk = :due',
    ExpressionAttributeValues: {
      ':due': due,
      ':next': formatDue(new Date(now.getTime() + RESEND_MS).toISOString(), 'outbox'),
    },
  });
  return item && { accountId: String(item.accountId), correlationId: String(item.correlationId) };
}

/** What is known about the scans of a site after the events of an entry. */
export interface KnownAfter {
  site: Pick<Site, 'accountId' | 'siteId'>;
  /** See `hashStateBranch`. */
  branch: string | null;
  state: AlertState;
}

/**
 * Stores the events of an entry, and what is known after them, in one transaction.
 * @returns false if the events were stored before, the entry or its site is gone, or what is known has changed since it
 *   was read
 */
export async function storeEvents(
  store: Store,
  entryId: string,
  events: readonly AlertEvent[],
  known?: KnownAfter,
): Promise<boolean> {
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.outboxEntry(entryId),
        UpdateExpression: 'SET events = :events',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(events)',
        ExpressionAttributeValues: { ':events': events },
      },
    },
    ...(known === undefined
      ? []
      : [
          buildSiteExistsCheck(store, known.site),
          buildAlertStateItem(store, known.site.siteId, known.branch, known.state),
        ]),
  ]);
  return failed.length === 0;
}

/** Deletes an entry whose deliveries are written. */
export async function deleteOutboxEntry(store: Store, entryId: string): Promise<void> {
  await write(store, new DeleteCommand({ TableName: store.table, Key: itemKeys.outboxEntry(entryId) }));
}

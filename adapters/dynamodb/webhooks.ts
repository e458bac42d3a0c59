import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { WEBHOOKS_MAX, type Webhook } from '../../core/alerts/webhook.ts';
import type { WebhookChange, WebhookChangeKind } from '../../core/alerts/webhook-change.ts';
import type { AuditAction } from '../../core/audit/audit-entry.ts';
import type { Change } from '../../core/audit/change.ts';
import { createId } from '../../core/ids.ts';
import type { Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import { buildAuditItem } from './audit.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { buildMemberChecks } from './memberships.ts';
import { buildOutboxItem } from './outbox.ts';
import { queryNewest } from './query-newest.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';
import { write } from './write.ts';

const auditActions = {
  created: 'webhook.created',
  changed: 'webhook.changed',
  disabled: 'webhook.disabled',
  enabled: 'webhook.changed',
  'secret-rotated': 'webhook.secret-rotated',
  deleted: 'webhook.deleted',
} as const satisfies Record<WebhookChangeKind, AuditAction>;

/**
 * Writes a new endpoint within the limit of its account.
 * @returns 'full' if the account has the maximum number of endpoints
 */
export async function insertWebhook(
  store: Store,
  webhook: Webhook,
  change: Change,
): Promise<'created' | 'full' | 'account-gone' | 'member-changed'> {
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.account(webhook.accountId),
        UpdateExpression: 'ADD webhooks :one',
        ConditionExpression:
          'attribute_exists(pk) AND attribute_not_exists(deletedAt) AND (attribute_not_exists(webhooks) OR webhooks < :max)',
        ExpressionAttributeValues: { ':one': 1, ':max': WEBHOOKS_MAX },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    {
      Put: {
        TableName: store.table,
        Item: buildWebhookItem(webhook),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...buildChangeItems(store, webhook, { ...change, author: webhook.createdBy, change: 'created' }),
  ]);
  const [first] = failed;
  if (first === undefined) return 'created';
  if (first.index !== 0) return 'member-changed';
  return first.item !== undefined && first.item.deletedAt === undefined ? 'full' : 'account-gone';
}

/**
 * Replaces an endpoint.
 * @param before the endpoint as it was read
 * @returns 'changed' if it has changed or was deleted since
 */
export async function replaceWebhook(
  store: Store,
  before: Webhook,
  after: Webhook,
  change: WebhookChange,
): Promise<'updated' | 'changed' | 'member-changed'> {
  const failed = await transact(store, [
    {
      Put: {
        TableName: store.table,
        Item: buildWebhookItem(after),
        ConditionExpression: 'updatedAt = :read',
        ExpressionAttributeValues: { ':read': before.updatedAt },
      },
    },
    ...buildChangeItems(store, after, change),
  ]);
  const [first] = failed;
  if (first === undefined) return 'updated';
  return first.index === 0 ? 'changed' : 'member-changed';
}

/** Deletes an endpoint. Its pending deliveries are dropped when they are due. */
export async function removeWebhook(
  store: Store,
  webhook: Webhook,
  change: WebhookChange,
): Promise<'deleted' | 'gone' | 'member-changed'> {
  const failed = await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.webhook(webhook.webhookId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.account(webhook.accountId),
        UpdateExpression: 'ADD webhooks :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':one': -1 },
      },
    },
    ...buildChangeItems(store, webhook, change),
  ]);
  const [first] = failed;
  if (first === undefined) return 'deleted';
  return first.index === 0 ? 'gone' : 'member-changed';
}

/** Returns an endpoint; undefined if it does not exist (strongly consistent read). */
export async function findWebhook(store: Store, webhookId: string): Promise<Webhook | undefined> {
  const item = await readItem(store, itemKeys.webhook(webhookId));
  return item && toWebhook(item);
}

/** Returns endpoints of an account, newest first. */
export async function listWebhooks(
  store: Store,
  accountId: string,
  range: ListRange,
): Promise<Listing<Webhook>> {
  const { items: keys, ...next } = await queryNewest(
    store,
    'gsi1',
    indexKeys.webhooksOfAccount(accountId),
    range,
  );
  return { items: (await readItems(store, keys)).map(toWebhook), ...next };
}

/** Returns all endpoints of an account, newest first. */
export async function listAllWebhooks(store: Store, accountId: string): Promise<Webhook[]> {
  return (await listWebhooks(store, accountId, { limit: WEBHOOKS_MAX })).items;
}

/** Deletes the endpoints of a deleted account, with what is known about deliveries to them. */
export async function deleteWebhooks(store: Store, accountId: string): Promise<void> {
  for (const { webhookId } of await listAllWebhooks(store, accountId)) {
    for (const Key of [itemKeys.deliveryTarget(webhookId), itemKeys.webhook(webhookId)])
      await write(store, new DeleteCommand({ TableName: store.table, Key }));
  }
}

/**
 * Builds the writes that disable an endpoint because nothing can be delivered to it. They fail if it is disabled or
 * deleted.
 */
export function buildWebhookDisabling(
  store: Store,
  { webhookId, accountId }: Pick<Webhook, 'webhookId' | 'accountId'>,
  reason: 'gone' | 'failing',
  { runId, now }: { runId: string; now: Date },
): TransactItem[] {
  const at = now.toISOString();
  const by = { accountId, actor: 'service', requestId: runId };
  return [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.webhook(webhookId),
        UpdateExpression: 'SET disabled = :disabled, updatedAt = :now',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(disabled)',
        ExpressionAttributeValues: { ':disabled': { at, reason }, ':now': at },
      },
    },
    buildAuditItem(store, { by, action: 'webhook.disabled', target: webhookId, detail: { reason }, now }),
    buildOutboxItem(store, {
      entryId: createId('outbox', now),
      accountId,
      cause: { kind: 'webhook-disabled', webhookId },
      at,
      correlationId: runId,
    }),
  ];
}

/** Builds the audit entry of a change, the entry of the outbox, and the check of the member who makes it. */
function buildChangeItems(
  store: Store,
  { webhookId, accountId, url, events, siteIds }: Webhook,
  { by, member, now, author, change, changed }: WebhookChange,
): TransactItem[] {
  return [
    buildAuditItem(store, {
      by,
      action: auditActions[change],
      target: webhookId,
      detail: { events, sites: siteIds ?? 'all', ...(changed === undefined ? {} : { changed }) },
      now,
    }),
    buildOutboxItem(store, {
      entryId: createId('outbox', now),
      accountId,
      cause: { kind: 'webhook-changed', webhookId, url, events, author, change, changed: changed ?? [] },
      at: now.toISOString(),
      correlationId: by.requestId,
    }),
    ...buildMemberChecks(store, member),
  ];
}

/** Returns the item of an endpoint. */
export function buildWebhookItem(webhook: Webhook): Record<string, unknown> {
  const { webhookId, accountId } = webhook;
  return {
    ...itemKeys.webhook(webhookId),
    ...webhook,
    gsi1pk: indexKeys.webhooksOfAccount(accountId),
    gsi1sk: webhookId,
  };
}

function toWebhook(item: Record<string, unknown>): Webhook {
  const { pk: _pk, sk: _sk, gsi1pk: _account, gsi1sk: _id, ...webhook } = item;
  return webhook as unknown as Webhook;
}

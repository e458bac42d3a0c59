import type { Alert, AlertDisableReason } from '../../core/alerts/alert.ts';
import type { SealedText } from '../../core/alerts/sealed-text.ts';
import { createId } from '../../core/ids.ts';
import { buildAuditItem } from './audit.ts';
import { itemKeys } from './item-keys.ts';
import { buildOutboxItem } from './outbox.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';

/** Returns the channel in Slack of an alert; undefined if it has none, is disabled, or does not exist. */
export async function findAlertChannel(
  store: Store,
  alertId: string,
): Promise<{ accountId: string; url: SealedText } | undefined> {
  const alert = (await readItem(store, itemKeys.alert(alertId))) as Alert | undefined;
  if (alert === undefined || alert.disabled !== undefined || alert.channel.kind !== 'slack') return undefined;
  return { accountId: alert.accountId, url: alert.channel.url };
}

/**
 * Builds the writes that disable an alert, because its channel in Slack gets no messages. They fail if it is disabled
 * or deleted.
 */
export function buildAlertDisabling(
  store: Store,
  { alertId, accountId }: Pick<Alert, 'alertId' | 'accountId'>,
  reason: AlertDisableReason,
  { runId, now }: { runId: string; now: Date },
): TransactItem[] {
  const at = now.toISOString();
  const by = { accountId, actor: 'service', requestId: runId };
  return [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.alert(alertId),
        UpdateExpression: 'SET disabled = :disabled, updatedAt = :now REMOVE gsi3pk, gsi3sk',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(disabled)',
        ExpressionAttributeValues: { ':disabled': { at, reason }, ':now': at },
      },
    },
    buildAuditItem(store, { by, action: 'alert.disabled', target: alertId, detail: { reason }, now }),
    buildOutboxItem(store, {
      entryId: createId('outbox', now),
      accountId,
      cause: { kind: 'alert-disabled', alertId },
      at,
      correlationId: runId,
    }),
  ];
}

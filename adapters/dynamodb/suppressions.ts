import type { Actor } from '../../core/audit/audit-entry.ts';
import {
  SELECTOR_SUPPRESSIONS_MAX,
  SUPPRESSIONS_MAX,
  type Suppression,
} from '../../core/suppressions/suppression.ts';
import { buildAuditItem } from './audit.ts';
import { buildSitePartitionKey, itemKeys } from './item-keys.ts';
import { readItem, readPartition } from './read-items.ts';
import { buildSiteExistsCheck } from './sites.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/** Returns all suppressions of a site, including expired ones, oldest first; at most `SUPPRESSIONS_MAX`. */
export async function listSuppressions(
  store: Store,
  accountId: string,
  siteId: string,
): Promise<Suppression[]> {
  const found = await readPartition(
    store,
    buildSitePartitionKey(siteId),
    itemKeys.suppression(siteId, '').sk,
  );
  return found.map(toSuppression).filter((each) => each.accountId === accountId);
}

/** Returns a suppression of a site; undefined if it does not exist. */
export async function findSuppression(
  store: Store,
  at: { accountId: string; siteId: string; suppressionId: string },
): Promise<Suppression | undefined> {
  const item = await readItem(store, itemKeys.suppression(at.siteId, at.suppressionId));
  const suppression = item && toSuppression(item);
  return suppression?.accountId === at.accountId ? suppression : undefined;
}

/**
 * Writes a new suppression within the limits of its site. The limits hold also for concurrent callers.
 * @returns 'full' if the site has the maximum number of suppressions, 'selectors-full' if it has the maximum number
 * with a selector
 */
export async function insertSuppression(
  store: Store,
  suppression: Suppression,
  by: Actor,
  now: Date,
): Promise<'created' | 'site-gone' | 'full' | 'selectors-full'> {
  const { siteId, suppressionId } = suppression;
  const failed = await transact(store, [
    buildSiteExistsCheck(store, suppression),
    countItem(store, suppression, 1),
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.suppression(siteId, suppressionId), ...suppression },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    buildAuditItem(store, {
      by,
      action: 'suppression.created',
      target: suppressionId,
      detail: auditDetail(suppression),
      now,
    }),
  ]);
  const [first] = failed;
  if (first === undefined) return 'created';
  if (first.index === 0) return 'site-gone';
  if (first.index !== 1) throw new Error(`the suppression ${suppressionId} exists already`);
  return Number(first.item?.held ?? 0) >= SUPPRESSIONS_MAX ? 'full' : 'selectors-full';
}

/**
 * Replaces a suppression.
 * @param before the suppression as it was read
 * @returns 'changed' if the suppression has changed since, 'gone' if it was deleted
 */
export async function replaceSuppression(
  store: Store,
  before: Suppression,
  after: Suppression,
  by: Actor,
  now: Date,
): Promise<'updated' | 'changed' | 'gone'> {
  const { siteId, suppressionId } = after;
  const changed = (['reason', 'expiresAt'] as const).filter((member) => before[member] !== after[member]);
  const failed = await transact(store, [
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.suppression(siteId, suppressionId), ...after },
        ConditionExpression: 'updatedAt = :read',
        ExpressionAttributeValues: { ':read': before.updatedAt },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    buildAuditItem(store, {
      by,
      action: 'suppression.changed',
      target: suppressionId,
      detail: {
        site: siteId,
        changed,
        expiresAt: after.expiresAt ?? 'never',
      },
      now,
    }),
  ]);
  if (failed.length === 0) return 'updated';
  return failed[0]?.item ? 'changed' : 'gone';
}

/** Deletes a suppression. */
export async function removeSuppression(
  store: Store,
  suppression: Suppression,
  by: Actor,
  now: Date,
): Promise<'deleted' | 'gone'> {
  const { siteId, suppressionId } = suppression;
  const failed = await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.suppression(siteId, suppressionId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    countItem(store, suppression, -1),
    buildAuditItem(store, {
      by,
      action: 'suppression.deleted',
      target: suppressionId,
      detail: auditDetail(suppression),
      now,
    }),
  ]);
  return failed.length === 0 ? 'deleted' : 'gone';
}

/** Builds the update of a site's suppression counters. Adding a suppression fails if the site has reached a limit. */
function countItem(store: Store, { siteId, match }: Suppression, step: 1 | -1): TransactItem {
  const withSelector = match.selector !== undefined;
  const limits = [
    '(attribute_not_exists(held) OR held < :heldMax)',
    ...(withSelector ? ['(attribute_not_exists(heldSelectors) OR heldSelectors < :selectorsMax)'] : []),
  ];
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.suppressionCount(siteId),
      UpdateExpression: 'ADD held :step, heldSelectors :ofSelector',
      ExpressionAttributeValues: {
        ':step': step,
        ':ofSelector': withSelector ? step : 0,
        ...(step === 1 ? { ':heldMax': SUPPRESSIONS_MAX } : { ':none': 0 }),
        ...(step === 1 && withSelector ? { ':selectorsMax': SELECTOR_SUPPRESSIONS_MAX } : {}),
      },
      ConditionExpression: step === 1 ? limits.join(' AND ') : 'held > :none',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/**
 * Returns the members of a suppression for the audit log. Its selector, page and reason may contain addresses and names
 * of the site, which must not outlast the site.
 */
function auditDetail({ siteId, match }: Suppression): Record<string, string> {
  const { fingerprint, issueGroup, rule } = match;
  const given = Object.entries({ fingerprint, issueGroup, rule }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { site: siteId, ...Object.fromEntries(given) };
}

function toSuppression(item: Record<string, unknown>): Suppression {
  const { pk: _pk, sk: _sk, ...suppression } = item;
  return suppression as unknown as Suppression;
}

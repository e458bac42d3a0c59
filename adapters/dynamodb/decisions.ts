import type { Actor } from '../../core/audit/audit-entry.ts';
import { DECISIONS_MAX, type Decision } from '../../core/decisions/decision.ts';
import { buildAuditItem } from './audit.ts';
import { buildSitePartitionKey, itemKeys } from './item-keys.ts';
import { readItem, readPartition } from './read-items.ts';
import { buildSiteExistsCheck } from './sites.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/** Returns all decisions of a site, by fingerprint; at most `DECISIONS_MAX`. */
export async function listDecisions(store: Store, accountId: string, siteId: string): Promise<Decision[]> {
  const found = await readPartition(store, buildSitePartitionKey(siteId), itemKeys.decision(siteId, '').sk);
  return found.map(toDecision).filter((each) => each.accountId === accountId);
}

/** Returns the decision of a site on a finding; undefined without one. */
export async function findDecision(
  store: Store,
  at: { accountId: string; siteId: string; fingerprint: string },
): Promise<Decision | undefined> {
  const item = await readItem(store, itemKeys.decision(at.siteId, at.fingerprint));
  const decision = item && toDecision(item);
  return decision?.accountId === at.accountId ? decision : undefined;
}

/**
 * Writes a decision within the limit of its site, or replaces one. The limit holds also for concurrent callers.
 * @param before the decision on the same finding as it was read; undefined without one
 * @returns 'full' if the site has the maximum number of decisions, 'changed' if the decision has changed since
 */
export async function putDecision(
  store: Store,
  before: Decision | undefined,
  decision: Decision,
  by: Actor,
  now: Date,
): Promise<'saved' | 'site-gone' | 'full' | 'changed'> {
  const { siteId, fingerprint } = decision;
  const failed = await transact(store, [
    buildSiteExistsCheck(store, decision),
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.decision(siteId, fingerprint), ...decision },
        ...(before === undefined
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'decidedAt = :read',
              ExpressionAttributeValues: { ':read': before.decidedAt },
            }),
      },
    },
    buildAuditItem(store, {
      by,
      action: before === undefined ? 'decision.created' : 'decision.changed',
      target: fingerprint,
      detail: buildAuditDetail(decision),
      now,
    }),
    ...(before === undefined ? [buildCountItem(store, siteId, 1)] : []),
  ]);
  const indexes = failed.map(({ index }) => index);
  if (indexes.length === 0) return 'saved';
  if (indexes.includes(0)) return 'site-gone';
  return indexes.includes(1) ? 'changed' : 'full';
}

/**
 * Deletes a decision as it was read.
 * @returns 'changed' if another one has replaced it, which the audit entry would not name
 */
export async function removeDecision(
  store: Store,
  decision: Decision,
  by: Actor,
  now: Date,
): Promise<'deleted' | 'changed' | 'gone'> {
  const { siteId, fingerprint } = decision;
  const failed = await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.decision(siteId, fingerprint),
        ConditionExpression: 'decidedAt = :read',
        ExpressionAttributeValues: { ':read': decision.decidedAt },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    buildCountItem(store, siteId, -1),
    buildAuditItem(store, {
      by,
      action: 'decision.deleted',
      target: fingerprint,
      detail: buildAuditDetail(decision),
      now,
    }),
  ]);
  if (failed.length === 0) return 'deleted';
  return failed[0]?.item ? 'changed' : 'gone';
}

/** Builds the update of the number of a site's decisions. Adding one fails if the site has reached the limit. */
function buildCountItem(store: Store, siteId: string, step: 1 | -1): TransactItem {
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.decisionCount(siteId),
      UpdateExpression: 'ADD held :step',
      ExpressionAttributeValues: { ':step': step, ':limit': step === 1 ? DECISIONS_MAX : 0 },
      ConditionExpression: step === 1 ? 'attribute_not_exists(held) OR held < :limit' : 'held > :limit',
    },
  };
}

/** Returns the detail of an audit entry. The reason may contain names, which must not outlast the site. */
function buildAuditDetail({ siteId, decision }: Decision): Record<string, string> {
  return { site: siteId, decision };
}

function toDecision(item: Record<string, unknown>): Decision {
  const { pk: _pk, sk: _sk, ...decision } = item;
  return decision as unknown as Decision;
}

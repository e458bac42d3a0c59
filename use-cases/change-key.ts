import type { UpdateKey } from '../core/access/key-bodies.ts';
import type { KeyRecord } from '../core/access/key-record.ts';
import type { KeyView, RevokedKey } from '../core/access/key-view.ts';
import { getPreviousValueExpiry } from '../core/access/rotation.ts';
import type { Webhook } from '../core/alerts/webhook.ts';
import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import type { FindKey } from './read-author.ts';
import type { RequestContext } from './request-context.ts';
import { type ReadKeyUse, requireKey, viewKey } from './require-key.ts';
import { retryWrite } from './retry-write.ts';

/** A call that concerns one key. */
type KeyCall = RequestContext<'member'> & { keyId: string };

export interface UpdateKeyDependencies extends FindKey, ReadKeyUse {
  updateKey(
    key: KeyRecord,
    change: Pick<KeyRecord, 'name' | 'description'>,
    by: Actor,
    now: Date,
  ): Promise<'updated' | 'changed'>;
}

/** Changes the name or the description of a key. @throws Problem key-not-found */
export async function updateKey(
  dependencies: UpdateKeyDependencies,
  { principal, requestId, now, keyId, body }: KeyCall & { body: UpdateKey },
): Promise<KeyView> {
  const by = toActor(principal, requestId);
  const key = await retryWrite('API key', async () => {
    const before = await requireKey(dependencies, principal, keyId);
    const change = { name: body.name ?? before.name, description: body.description ?? before.description };
    const after = { ...before, ...change };
    if (after.name === before.name && after.description === before.description) return before;
    return (await dependencies.updateKey(before, change, by, now)) === 'updated' ? after : undefined;
  });
  return viewKey(dependencies, key, now);
}

export interface EndPreviousValueDependencies extends FindKey, ReadKeyUse {
  endPreviousValue(key: KeyRecord, by: Actor, now: Date): Promise<'ended' | 'changed'>;
}

/** Ends the value before the last rotation, if it works. @throws Problem key-not-found */
export async function endPreviousValue(
  dependencies: EndPreviousValueDependencies,
  { principal, requestId, now, keyId }: KeyCall,
): Promise<KeyView> {
  const key = await requireKey(dependencies, principal, keyId);
  if (getPreviousValueExpiry(key, now) === null) return viewKey(dependencies, key, now);
  // If it has changed meanwhile, another call has ended this value.
  await dependencies.endPreviousValue(key, toActor(principal, requestId), now);
  return viewKey(dependencies, await requireKey(dependencies, principal, keyId), now);
}

export interface RevokeKeyDependencies extends FindKey, ReadKeyUse {
  /** Returns all endpoints of webhooks of an account. */
  listAllWebhooks(accountId: string): Promise<Webhook[]>;
  revokeKey(key: KeyRecord, by: Actor, now: Date): Promise<'revoked' | 'already' | 'gone'>;
}

/**
 * Revokes a key permanently. A second call changes nothing.
 * @returns the key, and the endpoints of webhooks that it created, which still get events
 * @throws Problem key-not-found
 */
export async function revokeKey(
  dependencies: RevokeKeyDependencies,
  { principal, requestId, now, keyId }: KeyCall,
): Promise<RevokedKey> {
  const key = await requireKey(dependencies, principal, keyId);
  if (key.revokedAt === undefined) await dependencies.revokeKey(key, toActor(principal, requestId), now);
  const view = await viewKey(dependencies, await requireKey(dependencies, principal, keyId), now);
  const webhooks = (await dependencies.listAllWebhooks(key.accountId)).filter(
    ({ createdBy }) => 'keyId' in createdBy && createdBy.keyId === keyId,
  );
  return { ...view, webhooks: webhooks.map(({ webhookId: id, url }) => ({ id, url })) };
}

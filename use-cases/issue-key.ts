import { createSecret, formatApiKey } from '../core/access/api-key.ts';
import {
  computeExpiry,
  type KeyCreator,
  type KeyRecord,
  type KeyRequest,
} from '../core/access/key-record.ts';
import type { MemberPrincipal } from '../core/access/principal.ts';
import { planRotation, type Rotation, type RotationRequest } from '../core/access/rotation.ts';
import type { Actor } from '../core/audit/audit-entry.ts';
import { createId } from '../core/ids.ts';
import { type FindSites, findMissingSites } from './require-sites.ts';

/** Creates and rotates keys, for people with a session and for administrators with a terminal. */

interface HashSecret {
  /** Returns the hash of a secret that the record of a key contains. */
  hashSecret(secret: string): Promise<string>;
}

/** Why a member may not grant any more: another call has changed or removed the member meanwhile. */
export type MemberFailure = 'member-changed' | 'member-gone';

export interface IssueKeyDependencies extends HashSecret, FindSites {
  createKey(
    key: KeyRecord,
    by: Actor,
    now: Date,
    conditions: { limit?: number | undefined; member?: MemberPrincipal | undefined },
  ): Promise<'created' | 'no-account' | 'full' | MemberFailure>;
}

/** Who creates or rotates a key, and when. */
export interface KeyIssuer {
  by: Actor;
  now: Date;
  /** The member who acts; absent for an administrator with a terminal. */
  member?: MemberPrincipal;
}

export type IssuedKey =
  | { outcome: 'created'; key: KeyRecord; value: string }
  | { outcome: 'no-sites'; missing: string[] }
  | { outcome: 'no-account' | 'full' | MemberFailure };

/**
 * Creates a key of the account of the actor. The result has the value of the key, which is stored nowhere.
 * @param input.limit maximum number of keys of the account; without it, the number is not limited
 */
export async function issueKey(
  dependencies: IssueKeyDependencies,
  {
    by,
    now,
    member,
    request,
    createdBy,
    limit,
  }: KeyIssuer & {
    request: KeyRequest;
    createdBy?: KeyCreator;
    limit?: number;
  },
): Promise<IssuedKey> {
  const { accountId } = by;
  const { name, description, role, expiresInDays } = request;
  const siteIds = request.siteIds && [...new Set(request.siteIds)];
  if (siteIds) {
    const missing = await findMissingSites(dependencies, accountId, siteIds);
    if (missing.length > 0) return { outcome: 'no-sites', missing };
  }
  const keyId = createId('apikey', now);
  const { value, hash } = await createValue(dependencies, keyId);
  const key: KeyRecord = {
    keyId,
    accountId,
    name,
    description,
    role,
    ...(siteIds ? { siteIds } : {}),
    hash,
    createdAt: now.toISOString(),
    ...(createdBy ? { createdBy } : {}),
    lifetimeDays: expiresInDays,
    expiresAt: computeExpiry(now, expiresInDays),
  };
  const outcome = await dependencies.createKey(key, by, now, { limit, member });
  return outcome === 'created' ? { outcome, key, value } : { outcome };
}

export interface ReissueKeyDependencies extends HashSecret {
  rotateKey(
    key: KeyRecord,
    to: { hash: string; expiresAt: string; graceUntil?: string },
    by: Actor,
    now: Date,
    member?: MemberPrincipal,
  ): Promise<'rotated' | 'changed' | MemberFailure>;
}

export type ReissuedKey =
  | { outcome: 'rotated'; value: string; expiresAt: string; graceUntil?: string }
  | { outcome: 'refused'; reason: Exclude<Rotation, { refusal: null }> }
  | { outcome: 'changed' | MemberFailure };

/**
 * Gives a key a new value. It is not repeated if another call changes the key at the same time, because a second
 * rotation would end the value that the first one has just returned.
 * @param key as it was read
 */
export async function reissueKey(
  dependencies: ReissueKeyDependencies,
  { by, now, member, key, request }: KeyIssuer & { key: KeyRecord; request: RotationRequest },
): Promise<ReissuedKey> {
  const rotation = planRotation(key, request, now);
  if (rotation.refusal !== null) return { outcome: 'refused', reason: rotation };
  const { refusal: _none, ...end } = rotation;
  const { value, hash } = await createValue(dependencies, key.keyId);
  const outcome = await dependencies.rotateKey(key, { hash, ...end }, by, now, member);
  return outcome === 'rotated' ? { outcome, value, ...end } : { outcome };
}

async function createValue(
  { hashSecret }: HashSecret,
  keyId: string,
): Promise<{ value: string; hash: string }> {
  const secret = createSecret();
  return { value: formatApiKey({ keyId, secret }), hash: await hashSecret(secret) };
}

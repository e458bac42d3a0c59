import { parseApiKey } from '../core/access/api-key.ts';
import {
  getAcceptedHashes,
  getKeyRefusal,
  getValueExpiry,
  type KeyRecord,
  type PresentedSecret,
  type SecretCheck,
} from '../core/access/key-record.ts';
import type { KeyPrincipal } from '../core/access/principal.ts';
import type { KeyRefusal } from '../core/audit/refusal.ts';
import type { ProblemCode } from '../core/problems/problems.ts';
import type { FindKey } from './read-author.ts';

export interface VerifyKeyDependencies extends FindKey {
  /** Compares a secret with hashes, unless too many wrong secrets came from its source or for its key. */
  checkSecret(presented: PresentedSecret): Promise<SecretCheck>;
  recordRefusal(refusal: KeyRefusal): Promise<void>;
  findAccount(accountId: string): Promise<{ deletedAt?: string } | undefined>;
}

/** The API key of a call as it was sent, and the source of the call. */
export interface PresentedKey {
  /** The values of the header; a valid call has exactly one. */
  values: readonly string[];
  sourceIp: string;
  requestId: string;
  now: Date;
}

/** The verified key, or the reason of the refusal. A refusal has the id of the key if such a key exists. */
export type KeyVerification = { principal: KeyPrincipal } | { refusal: ProblemCode; keyId?: string };

/**
 * Verifies the API key of a call with one strongly consistent read, and records the refusal of an existing key. For an
 * unknown id bcrypt does not run. The difference in time reveals nothing important, because ids are random and not
 * secret. A caller without the secret does not learn that a key is expired or revoked.
 */
export async function verifyKey(
  dependencies: VerifyKeyDependencies,
  presented: PresentedKey,
): Promise<KeyVerification> {
  const { values, sourceIp, requestId, now } = presented;
  const [value] = values;
  if (value === undefined || value === '') return { refusal: 'key-missing' };
  const parts = values.length === 1 ? parseApiKey(value) : null;
  if (!parts) return { refusal: 'key-malformed' };
  const key = await dependencies.findKey(parts.keyId);
  if (!key) return { refusal: 'key-unknown' };
  const { accountId, keyId } = key;
  const refuse = async (refusal: ProblemCode, reason: string): Promise<KeyVerification> => {
    await dependencies.recordRefusal({ accountId, keyId, reason, requestId, sourceIp, now });
    return { refusal, keyId };
  };
  const hashes = getAcceptedHashes(key, now);
  const [check, account] = await Promise.all([
    dependencies.checkSecret({ keyId, secret: parts.secret, hashes, sourceIp, now }),
    dependencies.findAccount(accountId),
  ]);
  if (check === 'unchecked') return refuse('too-many-wrong-keys', 'too-many-wrong-keys');
  // The caller gets the same response as for an unknown key; the audit log of the account has the real reason.
  if (check === 'wrong') return refuse('key-unknown', 'wrong-secret');
  // The keys of a deleted account are revoked one by one, after the deletion.
  const isDeleted = account?.deletedAt !== undefined;
  const refusal = isDeleted ? 'key-revoked' : getKeyRefusal(key, now);
  if (refusal !== null) return refuse(refusal, refusal);
  return { principal: toPrincipal(key, check.hash, sourceIp) };
}

/** @param hash the hash that the presented secret matches */
function toPrincipal(key: KeyRecord, hash: string, sourceIp: string): KeyPrincipal {
  const { accountId, keyId, role, siteIds } = key;
  return {
    kind: 'key',
    accountId,
    keyId,
    role,
    ...(siteIds ? { siteIds } : {}),
    expiresAt: getValueExpiry(key, hash),
    isPreviousValue: hash !== key.hash,
    sourceIp,
  };
}

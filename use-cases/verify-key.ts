import { parseApiKey } from '../core/access/api-key.ts';
import {
  getAcceptedHashes,
  getKeyRefusal,
  getValueExpiry,
  type KeyRecord,
  type KeyRefusal,
} from '../core/access/key-record.ts';
import type { KeyPrincipal } from '../core/access/principal.ts';
import type { ProblemCode } from '../core/problems/problems.ts';
import type { FindKey } from './read-author.ts';

export interface VerifyKeyDependencies extends FindKey {
  /** Whether a secret is the one that a bcrypt hash was made of. */
  isRightSecret(secret: string, hash: string): Promise<boolean>;
  recordRefusal(refusal: KeyRefusal): Promise<void>;
}

/** Values that a caller presents as its API key, and where the call comes from. */
export interface PresentedKey {
  /** The values of the header; a call should have exactly one. */
  values: readonly string[];
  sourceIp: string;
  requestId: string;
  now: Date;
}

/** The key that a caller presented, or why it is refused. A refusal names the key if the value named one that exists. */
export type KeyVerification = { principal: KeyPrincipal } | { refusal: ProblemCode; keyId?: string };

/**
 * Verifies the API key of a call with one strongly consistent read, and records the refusal of a key that exists.
 * An unknown id costs no bcrypt. That this can be measured reveals nothing, because ids are random and no secrets.
 * A caller that does not know the secret does not learn that a key expired or was revoked.
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
  const hash = await findMatchingHash(dependencies, parts.secret, getAcceptedHashes(key, now));
  // To the caller an id with a wrong secret is no known key; to the account's own log it is.
  if (hash === undefined) return refuse('key-unknown', 'wrong-secret');
  const refusal = getKeyRefusal(key, now);
  if (refusal !== null) return refuse(refusal, refusal);
  return { principal: principalOf(key, getValueExpiry(key, hash), sourceIp) };
}

async function findMatchingHash(
  { isRightSecret }: VerifyKeyDependencies,
  secret: string,
  hashes: readonly string[],
): Promise<string | undefined> {
  for (const hash of hashes) {
    if (await isRightSecret(secret, hash)) return hash;
  }
  return undefined;
}

function principalOf(key: KeyRecord, expiresAt: string, sourceIp: string): KeyPrincipal {
  const { accountId, keyId, role, siteIds } = key;
  return { kind: 'key', accountId, keyId, role, ...(siteIds ? { siteIds } : {}), expiresAt, sourceIp };
}

import { findKey } from '../../adapters/dynamodb/access.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { secretChecker } from '../../adapters/keys/secret-checker.ts';
import { parseApiKey } from '../../core/access/api-key.ts';
import { acceptedHashes, type KeyRecord, keyRefusal, valueExpiry } from '../../core/access/key-record.ts';
import type { ProblemCode } from '../../core/problems/problems.ts';

/** Whether a value opens the door, and until when; the key is known to a refusal where its id named one. */
export type Verdict =
  | { key: KeyRecord; expiresAt: string; refusal?: undefined }
  | { key?: KeyRecord; refusal: ProblemCode };

/**
 * Makes the check of an API key's value: one strongly consistent read, and bcrypt only for a secret that was not
 * seen before. The id of an unknown key costs no bcrypt; that this can be timed tells nobody anything, for ids
 * are random and no secrets. Whoever does not know the secret does not learn that a key expired or was revoked.
 */
export function keyVerifier(store: Store): (values: string[], now: Date) => Promise<Verdict> {
  const isRight = secretChecker();
  return async (values, now) => {
    const [value] = values;
    if (value === undefined || value === '') return { refusal: 'key-missing' };
    const parts = values.length === 1 ? parseApiKey(value) : null;
    if (!parts) return { refusal: 'key-malformed' };
    const key = await findKey(store, parts.keyId);
    if (!key) return { refusal: 'key-unknown' };
    for (const hash of acceptedHashes(key, now)) {
      if (!(await isRight(parts.secret, hash))) continue;
      const refusal = keyRefusal(key, now);
      return refusal ? { key, refusal } : { key, expiresAt: valueExpiry(key, hash) };
    }
    return { key, refusal: 'key-unknown' };
  };
}

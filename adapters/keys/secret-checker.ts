import { createHash } from 'node:crypto';
import { compare, hash } from 'bcryptjs';
import type { PresentedSecret, SecretCheck } from '../../core/access/key-record.ts';
import {
  WRONG_KEYS_PER_KEY,
  WRONG_KEYS_PER_MINUTE,
  WRONG_KEYS_PER_NETWORK,
} from '../../core/api/call-limits.ts';
import { RecentSet } from './recent-set.ts';
import { SourceBudgets } from './source-budgets.ts';

/** Cost factor of bcrypt: about 60 ms on a current machine, several times that in a small function. */
const COST = 10;

/** Returns the bcrypt hash of a key's secret, which the record of the key contains. */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, COST);
}

/** True if a secret matches a bcrypt hash. */
export function verifySecret(secret: string, storedHash: string): Promise<boolean> {
  return compare(secret, storedHash);
}

/**
 * Maximum number of results in each of the two caches, for matching and for other secrets; a few hundred bytes each.
 */
const CACHED_MAX = 1_000;

/**
 * Returns a function that compares a secret with bcrypt hashes and caches the results, so that a warm function runs
 * bcrypt once for each secret and stored hash. A cache entry includes the hash that the caller has just read, so a
 * rotated key is checked again. Matching and other secrets have separate caches, so that a flood of wrong secrets does
 * not evict the matching ones. The caches hold only digests.
 *
 * After `WRONG_KEYS_PER_MINUTE` wrong secrets from one source, other secrets of this source are not compared until the
 * minute is over. The same applies to a network of many sources and to a key, with larger limits. Cached secrets get
 * their result in any case: they need no bcrypt, and callers that share the address with an attacker can continue.
 * @param matches compares a secret with a hash; `verifySecret` by default
 */
export function createSecretChecker(
  matches: (secret: string, hash: string) => Promise<boolean> = verifySecret,
): (presented: PresentedSecret) => Promise<SecretCheck> {
  const matching = new RecentSet(CACHED_MAX);
  const other = new RecentSet(CACHED_MAX);
  const wrong = new SourceBudgets({
    source: WRONG_KEYS_PER_MINUTE,
    network: WRONG_KEYS_PER_NETWORK,
    subject: WRONG_KEYS_PER_KEY,
  });
  return async ({ keyId, secret, hashes, sourceIp, now }) => {
    const pairs = hashes.map((hash) => ({ hash, entry: digest(secret, hash) }));
    const known = pairs.find(({ entry }) => matching.has(entry));
    if (known) return { hash: known.hash };
    const open = pairs.filter(({ entry }) => !other.has(entry));
    if (open.length === 0) return 'wrong';
    if (wrong.isSpent({ sourceIp, subject: keyId }, now)) return 'unchecked';
    for (const { hash, entry } of open) {
      const matched = await matches(secret, hash);
      (matched ? matching : other).add(entry);
      if (matched) return { hash };
    }
    wrong.add({ sourceIp, subject: keyId }, now);
    return 'wrong';
  };
}

function digest(secret: string, storedHash: string): string {
  return createHash('sha256').update(`${storedHash}\n${secret}`).digest('base64');
}

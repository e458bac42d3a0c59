import { createHash } from 'node:crypto';
import { compare, hash } from 'bcryptjs';

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
 * Returns a function that compares secrets with bcrypt hashes and caches the results, so that a warm function runs
 * bcrypt once for each secret and stored hash. A cache entry includes the hash that the caller has just read, so a
 * rotated key is checked again. Matching and other secrets have separate caches, so that a flood of wrong secrets does
 * not evict the matching ones. The caches hold only digests.
 * @param matches compares a secret with a hash; `verifySecret` by default
 */
export function createSecretChecker(
  matches: (secret: string, hash: string) => Promise<boolean> = verifySecret,
): (secret: string, storedHash: string) => Promise<boolean> {
  const matching = new RecentSet(CACHED_MAX);
  const other = new RecentSet(CACHED_MAX);
  return async (secret, storedHash) => {
    const entry = createHash('sha256').update(`${storedHash}\n${secret}`).digest('base64');
    if (matching.has(entry)) return true;
    if (other.has(entry)) return false;
    const matched = await matches(secret, storedHash);
    (matched ? matching : other).add(entry);
    return matched;
  };
}

/** A set with a maximum size that evicts the least recently used entry. */
class RecentSet {
  readonly #entries = new Set<string>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  has(entry: string): boolean {
    if (!this.#entries.delete(entry)) return false;
    this.#entries.add(entry);
    return true;
  }

  add(entry: string): void {
    this.#entries.add(entry);
    const [oldest] = this.#entries;
    if (this.#entries.size > this.#max && oldest !== undefined) this.#entries.delete(oldest);
  }
}

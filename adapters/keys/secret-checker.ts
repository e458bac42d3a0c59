import { createHash } from 'node:crypto';
import { verifySecret } from './secret-hash.ts';

/** Secrets that one function remembers as right, and as many as wrong; a few hundred bytes each. */
const REMEMBERED_MAX = 1_000;

/**
 * Makes a check of secrets against bcrypt hashes that remembers what it found, so that a warm function runs
 * bcrypt once for each secret and stored hash. What it remembers is bound to the hash that the caller has just
 * read: a rotated key is checked anew. Right and wrong secrets are kept apart, so that a flood of wrong ones does
 * not push out the right ones, and only as digests.
 * @param matches compares a secret with a hash; `verifySecret` unless told
 */
export function createSecretChecker(
  matches: (secret: string, hash: string) => Promise<boolean> = verifySecret,
): (secret: string, storedHash: string) => Promise<boolean> {
  const right = new RecentSet(REMEMBERED_MAX);
  const wrong = new RecentSet(REMEMBERED_MAX);
  return async (secret, storedHash) => {
    const entry = createHash('sha256').update(`${storedHash}\n${secret}`).digest('base64');
    if (right.has(entry)) return true;
    if (wrong.has(entry)) return false;
    const matched = await matches(secret, storedHash);
    (matched ? right : wrong).add(entry);
    return matched;
  };
}

/** A set that forgets what was not asked for the longest time. */
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

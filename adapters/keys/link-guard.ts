import type { LinkLimiter, PresentedLink } from '../../core/access/link-secret.ts';
import {
  SHARED_CALLS_PER_MINUTE,
  SHARED_CALLS_PER_NETWORK,
  SHARED_CALLS_PER_REPORT,
  WRONG_KEYS_PER_KEY,
  WRONG_KEYS_PER_MINUTE,
  WRONG_KEYS_PER_NETWORK,
} from '../../core/api/call-limits.ts';
import { RecentSet } from './recent-set.ts';
import { SourceBudgets } from './source-budgets.ts';

/** Maximum number of tokens that an environment remembers as right; some hundred bytes each. */
const KNOWN_MAX = 1_000;

/**
 * Limits the calls of strangers by source, network and what their link is for, such as a shared report, in this
 * environment. After too many wrong tokens, a source can only use tokens that were right before, so that readers behind
 * the address of an attacker can go on.
 */
export class LinkGuard implements LinkLimiter {
  readonly #known = new RecentSet(KNOWN_MAX);
  readonly #wrong = new SourceBudgets({
    source: WRONG_KEYS_PER_MINUTE,
    network: WRONG_KEYS_PER_NETWORK,
    subject: WRONG_KEYS_PER_KEY,
  });
  readonly #calls = new SourceBudgets({
    source: SHARED_CALLS_PER_MINUTE,
    network: SHARED_CALLS_PER_NETWORK,
    subject: SHARED_CALLS_PER_REPORT,
  });

  /** True if a token may be checked. */
  mayCheck({ subject, tokenHash, sourceIp, now }: PresentedLink): boolean {
    return this.#known.has(tokenHash) || !this.#wrong.isSpent({ sourceIp, subject }, now);
  }

  /** Counts a call with a right token. Returns false if there are too many of them in this minute. */
  addRight({ subject, tokenHash, sourceIp, now }: PresentedLink): boolean {
    this.#known.add(tokenHash);
    const origin = { sourceIp, subject };
    if (this.#calls.isSpent(origin, now)) return false;
    this.#calls.add(origin, now);
    return true;
  }

  /** Counts a call with a wrong token. */
  addWrong({ subject, sourceIp, now }: PresentedLink): void {
    this.#wrong.add({ sourceIp, subject }, now);
  }
}

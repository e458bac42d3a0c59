import { Problem } from '../../core/problems/problem.ts';
import type { Store } from '../dynamodb/store.ts';
import { countRequest } from '../dynamodb/usage.ts';
import type { ApiMiddleware } from './call.ts';
import { requirePrincipal } from './identify-caller.ts';

/**
 * Counts the call for its key and enforces the rate of the key. Every answer then states the rest of the rate by
 * `RateLimit-Limit`, `-Remaining` and `-Reset` (seconds): the three fields of the IETF draft up to its version 06,
 * which are what clients in use read; the later versions' structured fields are not sent.
 */
export function limitRate(store: Store, limitPerMinute: number): ApiMiddleware {
  return {
    before: async ({ event: { call } }) => {
      const principal = requirePrincipal(call);
      if (principal.kind !== 'key') return;
      const { keyId } = principal;
      const { requestId, now } = call;
      const standing = await countRequest(store, { keyId, requestId, now, limitPerMinute });
      Object.assign(call.answerHeaders, {
        'RateLimit-Limit': String(standing.limit),
        'RateLimit-Remaining': String(standing.remaining),
        'RateLimit-Reset': String(standing.resetSeconds),
      });
      if (standing.allowed) return;
      throw new Problem(
        'rate-limited',
        `This key may make ${standing.limit} requests a minute. Wait ${standing.resetSeconds} s, then try again.`,
        { headers: { 'Retry-After': String(standing.resetSeconds) } },
      );
    },
  };
}

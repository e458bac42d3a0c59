import { Problem } from '../../core/problems/problem.ts';
import type { Store } from '../dynamodb/store.ts';
import { countRequest } from '../dynamodb/usage.ts';
import type { ApiMiddleware } from './call.ts';
import { requirePrincipal } from './identify-caller.ts';

/**
 * Returns a middleware that counts the call for its key and enforces the rate limit of the key. Every response then
 * states the remaining requests in `RateLimit-Limit`, `-Remaining` and `-Reset` (seconds). These are the fields of the
 * IETF draft up to version 06, which current clients read. The structured fields of later versions are not sent.
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
        `This key may make ${standing.limit} requests per minute. Wait ${standing.resetSeconds} s, then try again.`,
        { headers: { 'Retry-After': String(standing.resetSeconds) } },
      );
    },
  };
}

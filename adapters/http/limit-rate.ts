import { randomUUID } from 'node:crypto';
import type { AnyPrincipal } from '../../core/access/principal.ts';
import { Problem } from '../../core/problems/problem.ts';
import { countRequest, type UsageOwner } from '../dynamodb/count-usage.ts';
import type { Store } from '../dynamodb/store.ts';
import type { ApiMiddleware } from './call.ts';
import { requirePrincipal } from './identify-caller.ts';

/**
 * Returns a middleware that counts the call for its key or person and enforces the rate limit. Every response then
 * states the remaining requests in `RateLimit-Limit`, `-Remaining` and `-Reset` (seconds). These are the fields of the
 * IETF draft up to version 06, which current clients read. The structured fields of later versions are not sent.
 */
export function limitRate(store: Store, limitPerMinute: number): ApiMiddleware {
  return {
    before: async ({ event: { call } }) => {
      const principal = requirePrincipal(call);
      const owner = getUsageOwner(principal);
      if (owner === undefined) return;
      const { now } = call;
      // The id of the call would not do, because a client can send the same one with all its calls.
      const requestId = randomUUID();
      const standing = await countRequest(store, { owner, requestId, now, limitPerMinute });
      Object.assign(call.answerHeaders, {
        'RateLimit-Limit': String(standing.limit),
        'RateLimit-Remaining': String(standing.remaining),
        'RateLimit-Reset': String(standing.resetSeconds),
      });
      if (standing.allowed) return;
      const who = principal.kind === 'key' ? 'This key' : 'One person';
      throw new Problem(
        'rate-limited',
        `${who} may make ${standing.limit} requests per minute. Wait ${standing.resetSeconds} s, then try again.`,
        { headers: { 'Retry-After': String(standing.resetSeconds) } },
      );
    },
  };
}

/** Returns whose usage a call is; undefined for a schedule, which makes no calls. */
function getUsageOwner(principal: AnyPrincipal): UsageOwner | undefined {
  switch (principal.kind) {
    case 'key':
      return { keyId: principal.keyId, isPreviousValue: principal.isPreviousValue };
    case 'member':
      return { personId: principal.personId, accountId: principal.accountId };
    case 'person':
      return { personId: principal.personId };
    case 'schedule':
      return undefined;
  }
}

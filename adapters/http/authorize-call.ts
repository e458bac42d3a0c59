import { type CallRequirement, getCallRefusal } from '../../core/access/principal.ts';
import { Problem } from '../../core/problems/problem.ts';
import type { Store } from '../dynamodb/store.ts';
import type { ApiMiddleware } from './call.ts';
import { requirePrincipal } from './identify-caller.ts';
import { tryToRecordRefusal } from './record-refusal.ts';

/** Returns a middleware that refuses calls that the principal may not make, and records the refusal. */
export function authorizeCall(store: Store, requirement: CallRequirement): ApiMiddleware {
  return {
    before: async ({ event: { call } }) => {
      const principal = requirePrincipal(call);
      const refusal = getCallRefusal(principal, requirement);
      if (refusal === null) return;
      const { requestId, now } = call;
      const { code, detail } = refusal;
      if (principal.kind === 'key') {
        const { accountId, keyId, sourceIp } = principal;
        await tryToRecordRefusal(store, { accountId, keyId, reason: code, requestId, sourceIp, now });
      }
      if (principal.kind === 'member') {
        const { accountId, personId, sourceIp } = principal;
        await tryToRecordRefusal(store, { accountId, personId, reason: code, requestId, sourceIp, now });
      }
      throw new Problem(code, detail);
    },
  };
}

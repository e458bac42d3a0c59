import type { Endpoint, RequestSchemas } from '../../core/api/endpoint.ts';
import type { Store } from '../dynamodb/store.ts';
import type { Answer } from './answer.ts';
import type { Caller, UseCaseInput } from './call.ts';
import { type ApiHandler, callStack, inputOf } from './call-stack.ts';
import { actorOf, identifyCaller, principalOf } from './identify-caller.ts';
import { limitRate } from './limit-rate.ts';
import { requirePermission } from './require-permission.ts';

/**
 * The handler of a call behind a key.
 * @param endpoint its contract
 * @param access where keys are counted, and the requests a minute that each may make
 * @param useCase what the call does; throws `Problem` for whatever is not a success
 */
export function apiHandler<Request extends RequestSchemas>(
  endpoint: Endpoint<Request>,
  { store, requestsPerMinute }: { store: Store; requestsPerMinute: number },
  useCase: (input: UseCaseInput<Request> & Caller) => Promise<Answer>,
): ApiHandler {
  const { permission } = endpoint;
  if (permission === null) throw new Error(`${endpoint.operationId} needs no key: use openHandler`);
  const access = [
    identifyCaller(),
    limitRate(store, requestsPerMinute),
    requirePermission(store, permission),
  ];
  return callStack(endpoint, access, (event) => {
    const principal = principalOf(event.call);
    const by = actorOf(principal, event.call.requestId);
    return useCase({ ...inputOf<Request>(event), principal, by });
  });
}

import type { z } from 'zod';
import type { PrincipalKind, PrincipalOf } from '../../core/access/principal.ts';
import type { Endpoint, RequestSchemas } from '../../core/api/endpoint.ts';
import { openStore, type Store } from '../dynamodb/store.ts';
import { type ApiEnvironment, readEnvironment } from '../environment.ts';
import type { Answer } from './answer.ts';
import { authorizeCall } from './authorize-call.ts';
import type { Caller, ValidCall } from './call.ts';
import { type ApiHandler, createCallHandler, getValidCall } from './call-handler.ts';
import { identifyCaller, requirePrincipal } from './identify-caller.ts';
import { limitRate } from './limit-rate.ts';

/**
 * Returns what creates the handler of a call that needs a principal.
 * @param schema the variables that the function reads
 * @param compose gives a use case its dependencies, once, and returns what answers each call
 */
export function defineApiFunction<
  Request extends RequestSchemas,
  Kind extends PrincipalKind,
  Schema extends z.ZodObject & z.ZodType<ApiEnvironment>,
>(
  endpoint: Endpoint<Request, string, Kind>,
  schema: Schema,
  compose: (store: Store, env: z.output<Schema>) => ApiHandle<Request, Kind>,
): (environment: NodeJS.ProcessEnv) => ApiHandler {
  return (environment) => {
    const env = readEnvironment(schema, environment);
    const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
    const access = { store, requestsPerMinute: env.REQUESTS_PER_MINUTE };
    return createApiHandler(endpoint, access, compose(store, env));
  };
}

/** Answers a call whose caller and request were checked. */
export type ApiHandle<Request extends RequestSchemas, Kind extends PrincipalKind> = (
  call: ValidCall<Request> & Caller<Kind>,
) => Promise<Answer>;

/**
 * Returns the handler of a call that needs a principal.
 * @param endpoint its contract
 * @param access where keys are counted, and the requests a minute that each may make
 * @param handle calls the use case and returns the answer; throws `Problem` if the call does not succeed
 */
export function createApiHandler<Request extends RequestSchemas, Kind extends PrincipalKind>(
  endpoint: Endpoint<Request, string, Kind>,
  { store, requestsPerMinute }: { store: Store; requestsPerMinute: number },
  handle: ApiHandle<Request, Kind>,
): ApiHandler {
  if (endpoint.permission === null)
    throw new Error(`${endpoint.operationId} needs no key: use createPublicHandler`);
  const access = [identifyCaller(), limitRate(store, requestsPerMinute), authorizeCall(store, endpoint)];
  return createCallHandler(endpoint, access, (event) => {
    // `authorizeCall` has checked the kind.
    const principal = requirePrincipal(event.call) as PrincipalOf<Kind>;
    return handle({ ...getValidCall<Request>(event), principal });
  });
}

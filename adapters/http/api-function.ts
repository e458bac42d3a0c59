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
 * Returns a function that creates the handler of a call that needs a principal.
 * @param schema the environment variables of the function
 * @param compose runs once: passes the dependencies to a use case and returns the function that handles each call
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

/** Returns the response to a call. The caller is authorized and the request is validated. */
export type ApiHandle<Request extends RequestSchemas, Kind extends PrincipalKind> = (
  call: ValidCall<Request> & Caller<Kind>,
) => Promise<Answer>;

/**
 * Returns the handler of a call that needs a principal.
 * @param endpoint the contract of the call
 * @param access the tables and the number of requests per minute that a key may make
 * @param handle calls the use case and returns the response; throws `Problem` if the call does not succeed
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

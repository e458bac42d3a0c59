import type { z } from 'zod';
import { type CallerKind, type PrincipalOf, toPersonPrincipal } from '../../core/access/principal.ts';
import { type Endpoint, isPublic, type RequestSchemas } from '../../core/api/endpoint.ts';
import { openStore, type Store } from '../dynamodb/store.ts';
import { type ApiEnvironment, readEnvironment } from '../environment.ts';
import type { Answer } from './answer.ts';
import { authorizeCall } from './authorize-call.ts';
import type { Caller, ValidCall } from './call.ts';
import { type ApiHandler, createCallHandler, getValidCall } from './call-handler.ts';
import { identifyCaller, requirePrincipal } from './identify-caller.ts';
import { limitRate } from './limit-rate.ts';
import { refuseCrossSite } from './refuse-cross-site.ts';
import { requireRecentSignIn } from './require-recent-sign-in.ts';
import { createRouter, type Route } from './router.ts';

/**
 * Returns a function that creates the handler of a call that needs a principal.
 * @param schema the environment variables of the function
 * @param compose runs once: passes the dependencies to a use case and returns the function that handles each call
 */
export function defineApiFunction<
  Request extends RequestSchemas,
  Kind extends CallerKind,
  Schema extends z.ZodObject & z.ZodType<ApiEnvironment>,
>(
  endpoint: Endpoint<Request, string, Kind>,
  schema: Schema,
  compose: (store: Store, env: z.output<Schema>) => ApiHandle<Request, Kind>,
): (environment: NodeJS.ProcessEnv) => ApiHandler {
  return (environment) => {
    const { env, access } = openAccess(schema, environment);
    return createApiHandler(endpoint, access, compose(access.store, env));
  };
}

/**
 * Returns a function that creates the handler of several calls that need a principal.
 * @param schema the environment variables of the function
 * @param compose runs once: passes the dependencies to the use cases and returns one route for each call
 */
export function defineSharedFunction<Schema extends z.ZodObject & z.ZodType<ApiEnvironment>>(
  schema: Schema,
  compose: (store: Store, env: z.output<Schema>) => readonly ApiRoute[],
): (environment: NodeJS.ProcessEnv) => ApiHandler {
  return (environment) => {
    const { env, access } = openAccess(schema, environment);
    return createRouter(compose(access.store, env).map((route) => route(access)));
  };
}

/** One call of a shared function, without its access. */
export type ApiRoute = (access: CallAccess) => Route;

/**
 * Returns one call of a shared function.
 * @param handle calls the use case and returns the response; throws `Problem` if the call does not succeed
 */
export function route<Request extends RequestSchemas, Kind extends CallerKind>(
  endpoint: Endpoint<Request, string, Kind>,
  handle: ApiHandle<Request, Kind>,
): ApiRoute {
  return (access) => ({ endpoint, handler: createApiHandler(endpoint, access, handle) });
}

/** What the middleware of a call needs to know the caller and to count the call. */
export interface CallAccess {
  store: Store;
  /** Requests per minute that a key or a person may make. */
  requestsPerMinute: number;
}

function openAccess<Schema extends z.ZodObject & z.ZodType<ApiEnvironment>>(
  schema: Schema,
  environment: NodeJS.ProcessEnv,
): { env: z.output<Schema>; access: CallAccess } {
  const env = readEnvironment(schema, environment);
  const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  return { env, access: { store, requestsPerMinute: env.REQUESTS_PER_MINUTE } };
}

/** Returns the response to a call. The caller is authorized and the request is validated. */
export type ApiHandle<Request extends RequestSchemas, Kind extends CallerKind> = (
  call: ValidCall<Request> & Caller<Kind>,
) => Promise<Answer>;

/**
 * Returns the handler of a call that needs a principal.
 * @param endpoint the contract of the call
 * @param handle calls the use case and returns the response; throws `Problem` if the call does not succeed
 */
export function createApiHandler<Request extends RequestSchemas, Kind extends CallerKind>(
  endpoint: Endpoint<Request, string, Kind>,
  { store, requestsPerMinute }: CallAccess,
  handle: ApiHandle<Request, Kind>,
): ApiHandler {
  if (isPublic(endpoint)) throw new Error(`${endpoint.operationId} is public: use createPublicHandler`);
  const access = [
    identifyCaller(),
    refuseCrossSite(),
    limitRate(store, requestsPerMinute),
    authorizeCall(store, endpoint),
    ...(endpoint.recentSignIn ? [requireRecentSignIn()] : []),
  ];
  return createCallHandler(endpoint, access, (event) => {
    const caller = requirePrincipal(event.call);
    const isOfPerson = endpoint.permission === null && caller.kind === 'member';
    // `authorizeCall` has checked the kind.
    const principal = (isOfPerson ? toPersonPrincipal(caller) : caller) as PrincipalOf<Kind>;
    return handle({ ...getValidCall<Request>(event), principal });
  });
}

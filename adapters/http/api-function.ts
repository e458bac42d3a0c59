import type { z } from 'zod';
import type { PrincipalKind } from '../../core/access/principal.ts';
import type { Endpoint, RequestSchemas } from '../../core/api/endpoint.ts';
import { openStore, type Store } from '../dynamodb/store.ts';
import { type ApiEnvironment, readEnvironment } from '../environment.ts';
import { type ApiHandle, apiHandler } from './api-handler.ts';
import type { ApiHandler } from './call-stack.ts';

/**
 * Returns what creates the handler of a call that needs a principal.
 * @param schema the variables that the function reads
 * @param compose gives a use case its dependencies, once, and returns what answers each call
 */
export function apiFunction<
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
    return apiHandler(endpoint, access, compose(store, env));
  };
}

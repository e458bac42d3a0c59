import { openStore, type Store } from '../dynamodb/store.ts';
import type { ApiEnvironment } from '../environment.ts';

/** The tables and the rate of a function behind a key, as `apiHandler` takes them. */
export function openAccess(env: ApiEnvironment): { store: Store; requestsPerMinute: number } {
  const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  return { store, requestsPerMinute: env.REQUESTS_PER_MINUTE };
}

import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, listKeys } from '../../adapters/dynamodb/access.ts';
import { readKeyDays } from '../../adapters/dynamodb/usage.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { getUsage as endpoint } from '../../core/api/usage-endpoints.ts';
import { getUsage } from '../../use-cases/get-usage.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = bindTo(access.store, { findAccount, listKeys, readKeyDays });
  return apiHandler(endpoint, access, async (call) => ({
    status: 200,
    json: await getUsage(dependencies, call),
  }));
}

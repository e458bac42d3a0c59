import { bindTo } from '../../adapters/bind-to.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import * as suppressions from '../../adapters/dynamodb/suppressions.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { deleteSuppression as endpoint } from '../../core/api/suppression-endpoints.ts';
import { deleteSuppression } from '../../use-cases/delete-suppression.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = bindTo(access.store, {
    findSite: sites.getSite,
    findSuppression: suppressions.getSuppression,
    removeSuppression: suppressions.deleteSuppression,
  });
  return apiHandler(endpoint, access, async (call) => {
    await deleteSuppression(dependencies, { ...call, ...call.params });
    return { status: 204 };
  });
}

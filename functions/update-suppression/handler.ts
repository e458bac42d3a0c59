import { bindTo } from '../../adapters/bind-to.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import * as suppressions from '../../adapters/dynamodb/suppressions.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { updateSuppression as endpoint } from '../../core/api/suppression-endpoints.ts';
import { viewSuppression } from '../../core/suppressions/suppression.ts';
import { updateSuppression } from '../../use-cases/update-suppression.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = bindTo(access.store, {
    findSite: sites.getSite,
    findSuppression: suppressions.getSuppression,
    replaceSuppression: suppressions.updateSuppression,
  });
  return apiHandler(endpoint, access, async (call) => {
    const suppression = await updateSuppression(dependencies, { ...call, ...call.params });
    return { status: 200, json: viewSuppression(suppression) };
  });
}

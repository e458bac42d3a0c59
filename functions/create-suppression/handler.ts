import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import * as suppressions from '../../adapters/dynamodb/suppressions.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { createSuppression as endpoint } from '../../core/api/suppression-endpoints.ts';
import { viewSuppression } from '../../core/suppressions/suppression.ts';
import { createSuppression } from '../../use-cases/create-suppression.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = bindTo(access.store, {
    findSite: sites.getSite,
    findKey: accounts.findKey,
    insertSuppression: suppressions.createSuppression,
  });
  return apiHandler(endpoint, access, async (call) => {
    const suppression = await createSuppression(dependencies, { ...call, ...call.params });
    const { siteId, suppressionId } = suppression;
    return {
      status: 201,
      headers: { Location: `${call.base.path}/sites/${siteId}/suppressions/${suppressionId}` },
      json: viewSuppression(suppression),
    };
  });
}

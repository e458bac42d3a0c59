import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import * as suppressions from '../../adapters/dynamodb/suppressions.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { listSuppressions as endpoint } from '../../core/api/suppression-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { viewSuppression } from '../../core/suppressions/suppression.ts';
import { listSuppressions } from '../../use-cases/list-suppressions.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = bindTo(access.store, {
    findAccount: accounts.findAccount,
    findSite: sites.getSite,
    listSuppressions: suppressions.listSuppressions,
  });
  return apiHandler(endpoint, access, async (call) => {
    const page = await listSuppressions(dependencies, { ...call, ...call.params, ...call.query });
    return { status: 200, json: mapPage(page, viewSuppression) };
  });
}

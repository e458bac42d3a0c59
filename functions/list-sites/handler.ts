import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { listSites as endpoint } from '../../core/api/site-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { viewSite } from '../../core/sites/site.ts';
import { listSites } from '../../use-cases/list-sites.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = bindTo(access.store, {
    findAccount: accounts.findAccount,
    findSites: sites.getSites,
    listSites: sites.listSites,
  });
  return apiHandler(endpoint, access, async (call) => {
    const page = await listSites(dependencies, { ...call, ...call.query });
    return { status: 200, json: mapPage(page, viewSite) };
  });
}

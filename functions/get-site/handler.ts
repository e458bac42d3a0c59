import { bindTo } from '../../adapters/bind-to.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { getSite as endpoint } from '../../core/api/site-endpoints.ts';
import { viewSite } from '../../core/sites/site.ts';
import { getSite } from '../../use-cases/get-site.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = bindTo(access.store, { findSite: sites.getSite });
  return apiHandler(endpoint, access, async (call) => {
    const site = await getSite(dependencies, { ...call, ...call.params });
    return { status: 200, json: viewSite(site) };
  });
}

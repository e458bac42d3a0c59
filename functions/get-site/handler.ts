import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { getSite } from '../../core/api/site-endpoints.ts';
import { viewSite } from '../../core/sites/site.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(getSite, access, async ({ principal, params }) => {
    const site = await siteFor(access.store, principal, params.siteId);
    return { status: 200, json: viewSite(site) };
  });
}

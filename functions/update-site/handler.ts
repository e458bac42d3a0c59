import { bindTo } from '../../adapters/bind-to.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { openSealing, seal } from '../../adapters/sealing/sealing.ts';
import { updateSite as endpoint } from '../../core/api/site-endpoints.ts';
import { viewSite } from '../../core/sites/site.ts';
import { updateSite } from '../../use-cases/update-site.ts';
import { checkUrl } from '../egress/check-url.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = {
    ...bindTo(access.store, { findSite: sites.getSite, replaceSite: sites.updateSite }),
    ...bindTo(openSealing(env.CREDENTIALS_KEY_ARN), { seal }),
    urlFault: checkUrl(env),
  };
  return apiHandler(endpoint, access, async (call) => {
    const site = await updateSite(dependencies, { ...call, ...call.params });
    return { status: 200, json: viewSite(site) };
  });
}

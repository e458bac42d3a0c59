import { bindTo } from '../../adapters/bind-to.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { openSealing, seal } from '../../adapters/sealing/sealing.ts';
import { createSite as endpoint } from '../../core/api/site-endpoints.ts';
import { toSiteView } from '../../core/sites/site.ts';
import { createSite } from '../../use-cases/create-site.ts';
import { createUrlCheck } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['create-site'], (store, env) => {
  const dependencies = {
    ...bindTo(store, { insertSite: sites.insertSite }),
    ...bindTo(openSealing(env.CREDENTIALS_KEY_ARN), { seal }),
    urlFault: createUrlCheck(env),
    sitesLimit: env.SITES_LIMIT,
  };
  return async (call) => {
    const site = await createSite(dependencies, call);
    return {
      status: 201,
      headers: { Location: `${call.base.path}/sites/${site.siteId}` },
      json: toSiteView(site),
    };
  };
});

import { bindTo } from '../../adapters/bind-to.ts';
import { refreshSiteResult } from '../../adapters/dynamodb/overview.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { openSealing, seal } from '../../adapters/sealing/sealing.ts';
import { updateSite as endpoint } from '../../core/api/site-endpoints.ts';
import { toSiteView } from '../../core/sites/site.ts';
import { updateSite } from '../../use-cases/update-site.ts';
import { createUrlCheck } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['update-site'], (store, env) => {
  const dependencies = {
    ...bindTo(store, { findSite: sites.findSite, replaceSite: sites.replaceSite, refreshSiteResult }),
    ...bindTo(openSealing(env.CREDENTIALS_KEY_ARN), { seal }),
    urlFault: createUrlCheck(env),
  };
  return async (call) => {
    const site = await updateSite(dependencies, { ...call, ...call.params });
    return { status: 200, json: toSiteView(site) };
  };
});

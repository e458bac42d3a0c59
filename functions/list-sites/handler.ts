import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { listSites as endpoint } from '../../core/api/site-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { toSiteView } from '../../core/sites/site.ts';
import { listSites } from '../../use-cases/list-sites.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['list-sites'], (store) => {
  const dependencies = bindTo(store, {
    findAccount: accounts.findAccount,
    findSites: sites.findSites,
    listSites: sites.listSites,
  });
  return async (call) => {
    const page = await listSites(dependencies, { ...call, ...call.query });
    return { status: 200, json: mapPage(page, toSiteView) };
  };
});

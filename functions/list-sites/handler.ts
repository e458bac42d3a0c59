import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import * as overview from '../../adapters/dynamodb/overview.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { getOverview as getOverviewEndpoint } from '../../core/api/overview-endpoints.ts';
import { listSites as listSitesEndpoint } from '../../core/api/site-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { toSiteView } from '../../core/sites/site.ts';
import { getOverview } from '../../use-cases/get-overview.ts';
import { listSites } from '../../use-cases/list-sites.ts';
import { schemas } from '../env.ts';

/** Handles the calls that list sites. */
export const createHandler = defineSharedFunction(schemas['list-sites'], (store) => {
  const dependencies = bindTo(store, {
    findAccount: accounts.findAccount,
    findSites: sites.findSites,
    listSites: sites.listSites,
    readOverview: overview.readOverview,
    readSiteEntries: overview.readSiteEntries,
  });
  return [
    route(listSitesEndpoint, async ({ query, ...call }) => {
      const page = await listSites(dependencies, { ...call, ...query });
      return { status: 200, json: mapPage(page, toSiteView) };
    }),
    route(getOverviewEndpoint, async ({ query, ...call }) => ({
      status: 200,
      json: await getOverview(dependencies, { ...call, ...query }),
    })),
  ];
});

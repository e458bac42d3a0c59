import { cutListing, type Listing } from '../../adapters/dynamodb/listing.ts';
import { getSites, listSites as readSites } from '../../adapters/dynamodb/sites.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { answerPage } from '../../adapters/http/page.ts';
import type { Principal } from '../../core/access/principal.ts';
import { listSites } from '../../core/api/site-endpoints.ts';
import { type Site, viewSite } from '../../core/sites/site.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(listSites, access, async ({ principal, query }) => {
    const { limit, cursor } = query;
    const list = { principal, call: listSites.operationId, filters: {}, cursor };
    const page = await answerPage(access.store, list, (after) => sitesOf(principal, limit, after), viewSite);
    return { status: 200, json: page };
  });

  async function sitesOf(
    principal: Principal,
    limit: number,
    after: string | undefined,
  ): Promise<Listing<Site>> {
    const { accountId, siteIds } = principal;
    if (siteIds === undefined) return readSites(access.store, accountId, { limit, after });
    const rest = siteIds.filter((siteId) => after === undefined || siteId > after);
    const sites = rest.length === 0 ? [] : await getSites(access.store, accountId, rest);
    return cutListing(sites, limit, (site) => site.siteId);
  }
}

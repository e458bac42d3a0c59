import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { getSite } from '../../core/api/site-endpoints.ts';
import { viewSite } from '../../core/sites/site.ts';
import { env } from './env.ts';

const access = openAccess(env);

export const handler = apiHandler(getSite, access, async ({ principal, params }) => {
  const site = await siteFor(access.store, principal, params.siteId);
  return { status: 200, json: viewSite(site) };
});

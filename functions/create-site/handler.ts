import { createSite as writeSite } from '../../adapters/dynamodb/sites.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { createSite } from '../../core/api/site-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { newSite, viewSite } from '../../core/sites/site.ts';
import { env } from './env.ts';

const access = openAccess(env);

export const handler = apiHandler(createSite, access, async ({ principal, body, by, now, base }) => {
  if (principal.siteIds) throw new Problem('key-limited-to-sites');
  const site = newSite(principal.accountId, body, now);
  await writeSite(access.store, site, by, now);
  return { status: 201, headers: { Location: `${base.path}/sites/${site.siteId}` }, json: viewSite(site) };
});

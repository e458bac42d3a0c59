import { createSite as writeSite } from '../../adapters/dynamodb/sites.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { openSealing, seal } from '../../adapters/sealing/sealing.ts';
import { createSite } from '../../core/api/site-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { keptCredentials } from '../../core/sites/credentials.ts';
import { credentialsFor } from '../../core/sites/credentials-body.ts';
import { newSite, viewSite } from '../../core/sites/site.ts';
import { egressPolicy } from '../egress/egress-policy.ts';
import { requireOpenable } from '../egress/require-openable.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const sealing = openSealing(env.CREDENTIALS_KEY_ARN);
  const egress = egressPolicy(env);

  return apiHandler(createSite, access, async ({ principal, body, by, now, base }) => {
    if (principal.siteIds) throw new Problem('key-limited-to-sites');
    requireOpenable('url', body.url, egress);
    const site = newSite(principal.accountId, body, now);
    if (body.credentials) {
      const credentials = credentialsFor(body.credentials, site.url);
      site.credentials = keptCredentials(credentials, await seal(sealing, credentials, site), now);
    }
    await writeSite(access.store, site, by, now);
    return { status: 201, headers: { Location: `${base.path}/sites/${site.siteId}` }, json: viewSite(site) };
  });
}

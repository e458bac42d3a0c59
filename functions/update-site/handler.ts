import { updateSite as writeSite } from '../../adapters/dynamodb/sites.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { openSealing, seal } from '../../adapters/sealing/sealing.ts';
import { updateSite } from '../../core/api/site-endpoints.ts';
import { invalidRequest, Problem } from '../../core/problems/problem.ts';
import { pathText } from '../../core/problems/request-errors.ts';
import { type KeptCredentials, keptCredentials } from '../../core/sites/credentials.ts';
import {
  credentialsFaults,
  credentialsFor,
  type GivenCredentials,
} from '../../core/sites/credentials-body.ts';
import { siteFaults } from '../../core/sites/listed-pages.ts';
import { changedSite, type Site, viewSite } from '../../core/sites/site.ts';
import { egressPolicy } from '../egress/egress-policy.ts';
import { requireOpenable } from '../egress/require-openable.ts';
import { schema } from './env.ts';

/** Writers that may get in between before the caller is asked to try again. */
const ATTEMPTS = 4;

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const sealing = openSealing(env.CREDENTIALS_KEY_ARN);
  const egress = egressPolicy(env);

  return apiHandler(updateSite, access, async ({ principal, params, body, by, now }) => {
    if (body.url !== undefined) requireOpenable('url', body.url, egress);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await siteFor(access.store, principal, params.siteId);
      const after = changedSite(before, body, now);
      const faults = siteFaults(after);
      if (faults.length > 0) {
        throw invalidRequest(faults.map(({ path, message }) => ({ path: pathText('', path), message })));
      }
      if (body.credentials) after.credentials = await sealed(body.credentials, after, now);
      const outcome = await writeSite(access.store, before, after, by, now);
      if (outcome === 'updated') return { status: 200, json: viewSite(after) };
      if (outcome === 'gone') throw new Problem('site-not-found');
    }
    throw new Problem('service-unavailable', 'The site is being changed by others; try again.', {
      headers: { 'Retry-After': '1' },
    });
  });

  /** New credentials of a site as it keeps them. @throws Problem when it may not have them on its URL */
  async function sealed(given: GivenCredentials, site: Site, now: Date): Promise<KeptCredentials> {
    const faults = credentialsFaults(given, site.url);
    if (faults.length > 0) {
      throw invalidRequest(
        faults.map(({ path, message }) => ({ path: pathText('', ['credentials', ...path]), message })),
      );
    }
    const credentials = credentialsFor(given, site.url);
    return keptCredentials(credentials, await seal(sealing, credentials, site), now);
  }
}

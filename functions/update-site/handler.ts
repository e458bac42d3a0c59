import { updateSite as writeSite } from '../../adapters/dynamodb/sites.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { updateSite } from '../../core/api/site-endpoints.ts';
import { invalidRequest, Problem } from '../../core/problems/problem.ts';
import { changedSite, pageFaults, viewSite } from '../../core/sites/site.ts';
import { env } from './env.ts';

/** Writers that may get in between before the caller is asked to try again. */
const ATTEMPTS = 4;

const access = openAccess(env);

export const handler = apiHandler(updateSite, access, async ({ principal, params, body, by, now }) => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await siteFor(access.store, principal, params.siteId);
    const after = changedSite(before, body, now);
    const faults = pageFaults(after);
    if (faults.length > 0) {
      throw invalidRequest(faults.map(({ index, message }) => ({ path: `pages[${index}]`, message })));
    }
    const outcome = await writeSite(access.store, before, after, by, now);
    if (outcome === 'updated') return { status: 200, json: viewSite(after) };
    if (outcome === 'gone') throw new Problem('site-not-found');
  }
  throw new Problem('service-unavailable', 'The site is being changed by others; try again.', {
    headers: { 'Retry-After': '1' },
  });
});

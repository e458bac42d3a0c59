import {
  getSuppression,
  updateSuppression as writeSuppression,
} from '../../adapters/dynamodb/suppressions.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { updateSuppression } from '../../core/api/suppression-endpoints.ts';
import { invalidRequest, Problem } from '../../core/problems/problem.ts';
import { changedSuppression, expiryFault, viewSuppression } from '../../core/suppressions/suppression.ts';
import { schema } from './env.ts';

/** Writers that may get in between before the caller is asked to try again. */
const ATTEMPTS = 4;

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(updateSuppression, access, async ({ principal, params, body, by, now }) => {
    const message = expiryFault(body.expiresAt ?? null, now);
    if (message !== null) throw invalidRequest([{ path: 'expiresAt', message }]);
    const { accountId, siteId } = await siteFor(access.store, principal, params.siteId);
    const { suppressionId } = params;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await getSuppression(access.store, { accountId, siteId, suppressionId });
      if (!before) throw new Problem('suppression-not-found');
      const after = changedSuppression(before, body, now);
      const outcome = await writeSuppression(access.store, before, after, by, now);
      if (outcome === 'updated') return { status: 200, json: viewSuppression(after) };
      if (outcome === 'gone') throw new Problem('suppression-not-found');
    }
    throw new Problem('service-unavailable', 'The suppression is being changed by others; try again.', {
      headers: { 'Retry-After': '1' },
    });
  });
}

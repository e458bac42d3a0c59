import { findKey } from '../../adapters/dynamodb/access.ts';
import { createSuppression as writeSuppression } from '../../adapters/dynamodb/suppressions.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { createSuppression } from '../../core/api/suppression-endpoints.ts';
import { invalidRequest, Problem } from '../../core/problems/problem.ts';
import {
  expiryFault,
  newSuppression,
  SELECTOR_SUPPRESSIONS_MAX,
  SUPPRESSIONS_MAX,
  viewSuppression,
} from '../../core/suppressions/suppression.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(createSuppression, access, async (call) => {
    const { principal, params, body, by, now, base } = call;
    const message = expiryFault(body.expiresAt, now);
    if (message !== null) throw invalidRequest([{ path: 'expiresAt', message }]);
    const { accountId, siteId } = await siteFor(access.store, principal, params.siteId);
    const { keyId } = principal;
    const key = await findKey(access.store, keyId);
    const author = { keyId, name: key?.name ?? keyId };
    const suppression = newSuppression({ accountId, siteId, author }, body, now);
    switch (await writeSuppression(access.store, suppression, by, now)) {
      case 'site-gone':
        throw new Problem('site-not-found');
      case 'full':
        throw new Problem('suppressions-limit', `The site has ${SUPPRESSIONS_MAX} suppressions, its limit.`);
      case 'selectors-full':
        throw new Problem(
          'suppressions-limit',
          `The site has ${SELECTOR_SUPPRESSIONS_MAX} suppressions with a selector, its limit.`,
        );
      case 'created':
        return {
          status: 201,
          headers: {
            Location: `${base.path}/sites/${siteId}/suppressions/${suppression.suppressionId}`,
          },
          json: viewSuppression(suppression),
        };
    }
  });
}

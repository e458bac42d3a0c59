import {
  getSuppression,
  deleteSuppression as removeSuppression,
} from '../../adapters/dynamodb/suppressions.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { deleteSuppression } from '../../core/api/suppression-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(deleteSuppression, access, async ({ principal, params, by, now }) => {
    const { accountId, siteId } = await siteFor(access.store, principal, params.siteId);
    const { suppressionId } = params;
    const suppression = await getSuppression(access.store, { accountId, siteId, suppressionId });
    const outcome = suppression && (await removeSuppression(access.store, suppression, by, now));
    if (outcome !== 'deleted') throw new Problem('suppression-not-found');
    return { status: 204 };
  });
}

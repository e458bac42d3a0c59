import {
  getSuppression,
  deleteSuppression as removeSuppression,
} from '../../adapters/dynamodb/suppressions.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { deleteSuppression } from '../../core/api/suppression-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { env } from './env.ts';

const access = openAccess(env);

export const handler = apiHandler(deleteSuppression, access, async ({ principal, params, by, now }) => {
  const { accountId, siteId } = await siteFor(access.store, principal, params.siteId);
  const { suppressionId } = params;
  const suppression = await getSuppression(access.store, { accountId, siteId, suppressionId });
  const outcome = suppression && (await removeSuppression(access.store, suppression, by, now));
  if (outcome !== 'deleted') throw new Problem('suppression-not-found');
  return { status: 204 };
});

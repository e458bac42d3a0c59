import { listScans as readScans } from '../../adapters/dynamodb/scans.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { siteFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { answerPage } from '../../adapters/http/page.ts';
import { listScans } from '../../core/api/scan-endpoints.ts';
import { viewScan } from '../../core/scans/scan.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(listScans, access, async ({ principal, params, query }) => {
    const { limit, cursor, status, branch, commit } = query;
    const { siteId } = await siteFor(access.store, principal, params.siteId);
    const list = {
      principal,
      call: listScans.operationId,
      filters: { siteId, status, branch, commit },
      cursor,
    };
    const page = await answerPage(
      access.store,
      list,
      (after) => readScans(access.store, siteId, { status, branch, commit, limit, after }),
      viewScan,
    );
    return { status: 200, json: page };
  });
}

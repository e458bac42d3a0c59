import { bindTo } from '../../adapters/bind-to.ts';
import { cancelScan } from '../../adapters/dynamodb/cancel-scan.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { requestFinish } from '../../adapters/queues/request-step.ts';
import { deleteSite as endpoint } from '../../core/api/site-endpoints.ts';
import { deleteSite } from '../../use-cases/delete-site.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = {
    ...bindTo(access.store, {
      removeSite: sites.deleteSite,
      listUnfinishedScanIds: scans.listUnfinishedScanIds,
      cancelScan,
    }),
    ...bindTo(env.FINISH_QUEUE_URL, { requestFinish }),
  };
  return apiHandler(endpoint, access, async (call) => {
    await deleteSite(dependencies, { ...call, ...call.params });
    return { status: 204 };
  });
}

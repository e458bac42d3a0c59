import { bindTo } from '../../adapters/bind-to.ts';
import { saveCancellation } from '../../adapters/dynamodb/save-cancellation.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { requestFinish } from '../../adapters/queues/request-step.ts';
import { deleteSite as endpoint } from '../../core/api/site-endpoints.ts';
import { deleteSite } from '../../use-cases/delete-site.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['delete-site'], (store, env) => {
  const dependencies = {
    ...bindTo(store, {
      removeSite: sites.removeSite,
      listUnfinishedScanIds: scans.listUnfinishedScanIds,
      saveCancellation,
    }),
    ...bindTo(env.FINISH_QUEUE_URL, { requestFinish }),
  };
  return async (call) => {
    await deleteSite(dependencies, { ...call, ...call.params });
    return { status: 204 };
  };
});

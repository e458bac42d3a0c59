import { bindTo } from '../../adapters/bind-to.ts';
import { cancelScan as writeCancellation } from '../../adapters/dynamodb/cancel-scan.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { apiFunction } from '../../adapters/http/api-function.ts';
import { requestFinish } from '../../adapters/queues/request-step.ts';
import { cancelScan as endpoint } from '../../core/api/scan-endpoints.ts';
import { viewScan } from '../../core/scans/scan.ts';
import { cancelScan } from '../../use-cases/cancel-scan.ts';
import { schemas } from '../env.ts';

export const createHandler = apiFunction(endpoint, schemas['cancel-scan'], (store, env) => {
  const dependencies = {
    ...bindTo(store, { findScan: scans.getScan, cancelScan: writeCancellation }),
    ...bindTo(env.FINISH_QUEUE_URL, { requestFinish }),
  };
  return async (call) => {
    const scan = await cancelScan(dependencies, { ...call, ...call.params });
    return { status: 200, json: viewScan(scan) };
  };
});

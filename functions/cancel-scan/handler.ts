import { bindTo } from '../../adapters/bind-to.ts';
import { saveCancellation } from '../../adapters/dynamodb/save-cancellation.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { requestFinish } from '../../adapters/queues/request-step.ts';
import { cancelScan as endpoint } from '../../core/api/scan-endpoints.ts';
import { toScanView } from '../../core/scans/scan.ts';
import { cancelScan } from '../../use-cases/cancel-scan.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['cancel-scan'], (store, env) => {
  const dependencies = {
    ...bindTo(store, { findScan: scans.findScan, saveCancellation }),
    ...bindTo(env.FINISH_QUEUE_URL, { requestFinish }),
  };
  return async (call) => {
    const scan = await cancelScan(dependencies, { ...call, ...call.params });
    return { status: 200, json: toScanView(scan) };
  };
});

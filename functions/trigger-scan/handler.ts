import { bindTo } from '../../adapters/bind-to.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { readScanLimits } from '../../adapters/environment.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { buildRetryHeader } from '../../adapters/http/scan-answers.ts';
import { requestPlan } from '../../adapters/queues/request-step.ts';
import { triggerScan as endpoint } from '../../core/api/scan-endpoints.ts';
import { toScanView } from '../../core/scans/scan.ts';
import { triggerScan } from '../../use-cases/trigger-scan.ts';
import { createUrlCheck } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['trigger-scan'], (store, env) => {
  const dependencies = {
    ...bindTo(store, {
      findSite: sites.findSite,
      findScan: scans.findScan,
      readScanStart: scans.readScanStart,
      insertScan: scans.insertScan,
    }),
    ...bindTo(env.PLAN_QUEUE_URL, { requestPlan }),
    urlFault: createUrlCheck(env),
    limits: readScanLimits(env),
  };
  return async (call) => {
    const { config } = call.body;
    const idempotencyKey = call.headers['Idempotency-Key'];
    const input = { ...call, ...call.params, config, idempotencyKey };
    const { scan, isReplay } = await triggerScan(dependencies, input);
    return {
      status: 202,
      headers: {
        Location: `${call.base.path}/scans/${scan.scanId}`,
        ...buildRetryHeader(scan),
        ...(isReplay ? { 'Idempotent-Replayed': 'true' } : {}),
      },
      json: toScanView(scan),
    };
  };
});

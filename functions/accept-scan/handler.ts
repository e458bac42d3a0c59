import { bindTo } from '../../adapters/bind-to.ts';
import { acceptScan as saveAcceptance } from '../../adapters/dynamodb/accept-scan.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import { readReference } from '../../adapters/dynamodb/references.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { apiFunction } from '../../adapters/http/api-function.ts';
import { objectSize, reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { acceptScan as endpoint } from '../../core/api/scan-endpoints.ts';
import { viewScan } from '../../core/scans/scan.ts';
import { acceptScan } from '../../use-cases/accept-scan.ts';
import { schemas } from '../env.ts';

export const createHandler = apiFunction(endpoint, schemas['accept-scan'], (store, env) => {
  const dependencies = {
    ...bindTo(store, {
      findScan: scans.getScan,
      findKey: accounts.findKey,
      readReference,
      saveAcceptance,
    }),
    ...bindTo(reportBucket(env.BUCKET_NAME), { objectSize }),
  };
  return async (call) => {
    const scan = await acceptScan(dependencies, { ...call, ...call.params, ...call.body });
    return { status: 200, json: viewScan(scan) };
  };
});

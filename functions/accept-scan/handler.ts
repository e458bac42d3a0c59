import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import { findPerson } from '../../adapters/dynamodb/people.ts';
import { readReference } from '../../adapters/dynamodb/references.ts';
import { saveAcceptance } from '../../adapters/dynamodb/save-acceptance.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { getObjectSize, openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { acceptScan as endpoint } from '../../core/api/scan-endpoints.ts';
import { toScanView } from '../../core/scans/scan.ts';
import { acceptScan } from '../../use-cases/accept-scan.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['accept-scan'], (store, env) => {
  const dependencies = {
    ...bindTo(store, {
      findScan: scans.findScan,
      findKey: accounts.findKey,
      findPerson,
      readReference,
      saveAcceptance,
    }),
    ...bindTo(openReportBucket(env.BUCKET_NAME), { getObjectSize }),
  };
  return async (call) => {
    const scan = await acceptScan(dependencies, { ...call, ...call.params, ...call.body });
    return { status: 200, json: toScanView(scan) };
  };
});

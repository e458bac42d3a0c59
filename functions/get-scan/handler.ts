import { bindTo } from '../../adapters/bind-to.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { buildRetryHeader } from '../../adapters/http/scan-answers.ts';
import { getScan as endpoint } from '../../core/api/scan-endpoints.ts';
import { toScanView } from '../../core/scans/scan.ts';
import { getScan } from '../../use-cases/get-scan.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['get-scan'], (store) => {
  const dependencies = bindTo(store, { findScan: scans.findScan });
  return async (call) => {
    const scan = await getScan(dependencies, { ...call, ...call.params });
    return { status: 200, headers: buildRetryHeader(scan), json: toScanView(scan) };
  };
});

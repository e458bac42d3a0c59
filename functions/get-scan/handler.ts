import { bindTo } from '../../adapters/bind-to.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { apiFunction } from '../../adapters/http/api-function.ts';
import { retryHeader } from '../../adapters/http/scan-answers.ts';
import { getScan as endpoint } from '../../core/api/scan-endpoints.ts';
import { viewScan } from '../../core/scans/scan.ts';
import { getScan } from '../../use-cases/get-scan.ts';
import { schemas } from '../env.ts';

export const createHandler = apiFunction(endpoint, schemas['get-scan'], (store) => {
  const dependencies = bindTo(store, { findScan: scans.getScan });
  return async (call) => {
    const scan = await getScan(dependencies, { ...call, ...call.params });
    return { status: 200, headers: retryHeader(scan), json: viewScan(scan) };
  };
});

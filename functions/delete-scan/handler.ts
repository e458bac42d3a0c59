import { bindTo } from '../../adapters/bind-to.ts';
import { removeScanFromOverview } from '../../adapters/dynamodb/overview.ts';
import { removeScan } from '../../adapters/dynamodb/remove-scan.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { deleteScan as endpoint } from '../../core/api/scan-endpoints.ts';
import { deleteScan } from '../../use-cases/delete-scan.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['delete-scan'], (store) => {
  const dependencies = bindTo(store, { findScan: scans.findScan, removeScan, removeScanFromOverview });
  return async (call) => {
    await deleteScan(dependencies, { ...call, ...call.params });
    return { status: 204 };
  };
});

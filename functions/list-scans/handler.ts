import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { defineApiFunction } from '../../adapters/http/api-function.ts';
import { listScans as endpoint } from '../../core/api/scan-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { toScanView } from '../../core/scans/scan.ts';
import { listScans } from '../../use-cases/list-scans.ts';
import { schemas } from '../env.ts';

export const createHandler = defineApiFunction(endpoint, schemas['list-scans'], (store) => {
  const dependencies = bindTo(store, {
    findAccount: accounts.findAccount,
    findSite: sites.findSite,
    listScans: scans.listScans,
  });
  return async (call) => {
    const page = await listScans(dependencies, { ...call, ...call.params, ...call.query });
    return { status: 200, json: mapPage(page, toScanView) };
  };
});

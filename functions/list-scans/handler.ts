import { bindTo } from '../../adapters/bind-to.ts';
import * as accounts from '../../adapters/dynamodb/access.ts';
import { listAccountScans as readAccountScans } from '../../adapters/dynamodb/account-scans.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import * as sites from '../../adapters/dynamodb/sites.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import * as endpoints from '../../core/api/scan-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { toScanView } from '../../core/scans/scan.ts';
import { listAccountScans } from '../../use-cases/list-account-scans.ts';
import { listScans } from '../../use-cases/list-scans.ts';
import { schemas } from '../env.ts';

/** Handles the calls that list scans. */
export const createHandler = defineSharedFunction(schemas['list-scans'], (store) => {
  const dependencies = bindTo(store, {
    findAccount: accounts.findAccount,
    findSite: sites.findSite,
    listScans: scans.listScans,
    listAccountScans: readAccountScans,
  });
  return [
    route(endpoints.listScans, async ({ params, query, ...call }) => {
      const page = await listScans(dependencies, { ...call, ...params, ...query });
      return { status: 200, json: mapPage(page, toScanView) };
    }),
    route(endpoints.listAccountScans, async ({ query, ...call }) => {
      const page = await listAccountScans(dependencies, { ...call, ...query });
      return { status: 200, json: mapPage(page, toScanView) };
    }),
  ];
});

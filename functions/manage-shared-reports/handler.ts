import { bindTo } from '../../adapters/bind-to.ts';
import { readAccount } from '../../adapters/dynamodb/access.ts';
import { findPerson } from '../../adapters/dynamodb/people.ts';
import { findScan, readScanStart } from '../../adapters/dynamodb/scans.ts';
import * as sharedReports from '../../adapters/dynamodb/shared-reports.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { getObjectSize, openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { createOriginReader } from '../../adapters/sign-in/settings.ts';
import * as endpoints from '../../core/api/shared-report-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { toSharedReportView } from '../../core/shared-reports/shared-report.ts';
import { listSharedReports, revokeSharedReport } from '../../use-cases/list-shared-reports.ts';
import { shareReport } from '../../use-cases/share-report.ts';
import { schemas } from '../env.ts';

/** Handles the calls with which members share reports. */
export const createHandler = defineSharedFunction(schemas['manage-shared-reports'], (store, env) => {
  const dependencies = {
    ...bindTo(store, {
      findAccount: readAccount,
      findPerson,
      findScan,
      readScanStart,
      findSharedReport: sharedReports.findSharedReport,
      insertSharedReport: sharedReports.insertSharedReport,
      listSharedReports: sharedReports.listSharedReports,
      removeSharedReport: sharedReports.removeSharedReport,
    }),
    ...bindTo(openReportBucket(env.BUCKET_NAME), { getObjectSize }),
    readOrigin: createOriginReader(env.SIGN_IN_PARAMETER),
    retentionDays: env.RETENTION_DAYS,
  };
  return [
    route(endpoints.listSharedReports, async (call) => ({
      status: 200,
      json: mapPage(await listSharedReports(dependencies, call), toSharedReportView),
    })),
    route(endpoints.shareReport, async (call) => ({
      status: 201,
      json: await shareReport(dependencies, call),
    })),
    route(endpoints.revokeSharedReport, async ({ params, ...call }) => {
      await revokeSharedReport(dependencies, { ...call, ...params });
      return { status: 204 };
    }),
  ];
});

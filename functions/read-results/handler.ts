import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { readPages } from '../../adapters/dynamodb/frontier.ts';
import { findScan, listScans } from '../../adapters/dynamodb/scans.ts';
import { findSite } from '../../adapters/dynamodb/sites.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { buildPendingAnswer } from '../../adapters/http/scan-answers.ts';
import { createPartReader } from '../../adapters/report-bucket/part-reader.ts';
import { openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import * as endpoints from '../../core/api/result-endpoints.ts';
import { mapPage } from '../../core/listing/page.ts';
import { toGroupView } from '../../core/reports/scan-groups.ts';
import { getScanResults } from '../../use-cases/get-scan-results.ts';
import { listScanGroups, listSiteGroups } from '../../use-cases/list-groups.ts';
import { listScanPages } from '../../use-cases/list-scan-pages.ts';
import { schemas } from '../env.ts';

/** Handles the calls that read parts of reports. */
export const createHandler = defineSharedFunction(schemas['read-results'], (store, env) => {
  const bucket = openReportBucket(env.BUCKET_NAME);
  const dependencies = {
    ...bindTo(store, { findAccount, findScan, findSite, listScans, readPages }),
    readResults: createPartReader(bucket, 'results'),
    readGroups: createPartReader(bucket, 'groups'),
    readIndex: createPartReader(bucket, 'findingsIndex'),
    readReportPages: createPartReader(bucket, 'pages'),
  };
  return [
    route(endpoints.getScanResults, async (call) => {
      const found = await getScanResults(dependencies, { ...call, ...call.params });
      return found.kind === 'pending' ? buildPendingAnswer(found.scan) : { status: 200, json: found.results };
    }),
    route(endpoints.listScanGroups, async (call) => {
      const found = await listScanGroups(dependencies, { ...call, ...call.params });
      return found.kind === 'pending'
        ? buildPendingAnswer(found.scan)
        : { status: 200, json: mapPage(found.page, toGroupView) };
    }),
    route(endpoints.listSiteGroups, async (call) => {
      const { scan, ...page } = await listSiteGroups(dependencies, { ...call, ...call.params });
      const metadata = scan?.config.metadata;
      const source = scan && {
        id: scan.scanId,
        createdAt: scan.createdAt,
        branch: metadata?.branch ?? null,
        commit: metadata?.commit ?? null,
      };
      return { status: 200, json: { ...mapPage(page, toGroupView), scan: source } };
    }),
    route(endpoints.listScanPages, async (call) => ({
      status: 200,
      json: await listScanPages(dependencies, { ...call, ...call.params }),
    })),
  ];
});

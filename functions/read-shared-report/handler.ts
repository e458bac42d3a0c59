import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import * as sharedReports from '../../adapters/dynamodb/shared-reports.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import type { ValidCall } from '../../adapters/http/call.ts';
import { getCallerAddress } from '../../adapters/http/caller-address.ts';
import { joinHeaderValues } from '../../adapters/http/headers.ts';
import { createStrangerHandler } from '../../adapters/http/public-handler.ts';
import { createRouter, type Route } from '../../adapters/http/router.ts';
import { LinkGuard } from '../../adapters/keys/link-guard.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { readFindingLines } from '../../adapters/report-bucket/finding-reader.ts';
import { createPartReader } from '../../adapters/report-bucket/part-reader.ts';
import { getObject, openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import type { Endpoint, RequestSchemas } from '../../core/api/endpoint.ts';
import * as endpoints from '../../core/api/stranger-endpoints.ts';
import { deriveCursorSecret } from '../../core/listing/cursor.ts';
import { mapPage } from '../../core/listing/page.ts';
import { Problem } from '../../core/problems/problem.ts';
import { toFindingView } from '../../core/reports/finding-view.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { type ScanGroup, toGroupView } from '../../core/reports/scan-groups.ts';
import { SHARE_TOKEN_HEADER } from '../../core/shared-reports/share-header.ts';
import {
  sharedFindingSchema,
  sharedGroupSchema,
  sharedPageSchema,
  sharedResultsSchema,
} from '../../core/shared-reports/shared-views.ts';
import { getScanResults } from '../../use-cases/get-scan-results.ts';
import { getSharedPicture } from '../../use-cases/get-shared-picture.ts';
import { listFindings } from '../../use-cases/list-findings.ts';
import { listScanGroups } from '../../use-cases/list-groups.ts';
import { listScanPages } from '../../use-cases/list-scan-pages.ts';
import { type OpenedReport, openSharedReport } from '../../use-cases/open-shared-report.ts';
import { schemas } from '../env.ts';

/** Handles the calls with the token of a shared report. They need no key and no session. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['read-shared-report'], environment);
  const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  const bucket = openReportBucket(env.BUCKET_NAME);
  const opener = {
    guard: new LinkGuard(),
    ...bindTo(store, {
      findSharedReport: sharedReports.findSharedReport,
      readSharedSource: sharedReports.readSharedSource,
      recordOpening: sharedReports.recordOpening,
    }),
  };
  const dependencies = {
    ...bindTo(store, { findAccount }),
    ...bindTo(bucket, { getObject, readFindingLines }),
    readResults: createPartReader(bucket, 'results'),
    readGroups: createPartReader(bucket, 'groups'),
    readReportPages: createPartReader(bucket, 'pages'),
    readIndex: createPartReader(bucket, 'findingsIndex'),
    // The table has the pages too, but a link must end with its report.
    readPages: () => Promise.reject(new Problem('nothing-to-report')),
  };

  /** Returns one of the calls. @param handle returns the JSON of the response */
  function read<Request extends RequestSchemas>(
    endpoint: Endpoint<Request>,
    handle: (opened: OpenedReport, call: ValidCall<Request>) => Promise<unknown>,
  ): Route {
    const handler = createStrangerHandler(endpoint, async (call, event) => {
      const token = joinHeaderValues(event, SHARE_TOKEN_HEADER) ?? '';
      const sourceIp = getCallerAddress(event, env.ORIGIN_SECRET);
      const opened = await openSharedReport(opener, { ...call, token, sourceIp });
      const { accountId, shareId } = opened.shared;
      logger().appendKeys({ accountId, shareId });
      return { status: 200, json: await handle(opened, call) };
    });
    return { endpoint, handler };
  }

  /** Returns the input of a use case that reads a part of the report, and its dependencies. */
  function toInput({ shared: { accountId, shareId, siteId, scanId }, scan }: OpenedReport) {
    return {
      from: {
        ...dependencies,
        findScan: async () => scan,
        findAccount: (id: string) => findReader(id, shareId),
      },
      of: { principal: { accountId, siteIds: [siteId] }, scanId },
    };
  }

  /** Returns the account with a cursor secret of the shared report: a cursor is for this one, and not for its scan. */
  async function findReader(accountId: string, shareId: string) {
    const account = await dependencies.findAccount(accountId);
    return account && { cursorSecret: deriveCursorSecret(account.cursorSecret, shareId) };
  }

  return createRouter([
    read(endpoints.getSharedReport, async (opened) => {
      const { from, of } = toInput(opened);
      const { results } = requireReady(await getScanResults(from, of));
      return sharedResultsSchema.parse({ ...results, expiresAt: opened.shared.expiresAt });
    }),
    read(endpoints.listSharedGroups, async (opened, { query }) => {
      const { from, of } = toInput(opened);
      const { page } = requireReady(await listScanGroups(from, { ...of, query }));
      return mapPage(page, (group: ScanGroup) => sharedGroupSchema.parse(toGroupView(group)));
    }),
    read(endpoints.listSharedFindings, async (opened, { query }) => {
      const { from, of } = toInput(opened);
      const { page } = requireReady(await listFindings(from, { ...of, query }));
      return mapPage(page, (finding: ReportFinding) => sharedFindingSchema.parse(toFindingView(finding)));
    }),
    read(endpoints.listSharedPages, async (opened, { query }) => {
      const { from, of } = toInput(opened);
      return mapPage(await listScanPages(from, { ...of, query }), (page) => sharedPageSchema.parse(page));
    }),
    read(endpoints.getSharedPicture, async (opened, { params }) => {
      const { from, of } = toInput(opened);
      // A picture may exist longer than the report, with which the link ends.
      requireReady(await getScanResults(from, of));
      return getSharedPicture(dependencies, { scan: opened.scan, ...params });
    }),
  ]);
}

/** Returns the result of a use case. The report of a shared scan is never pending. */
function requireReady<Result extends { kind: string }>(result: Result): Exclude<Result, { kind: 'pending' }> {
  if (result.kind === 'pending') throw new Problem('shared-report-not-found');
  return result as Exclude<Result, { kind: 'pending' }>;
}

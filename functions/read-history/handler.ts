import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { findScan, listScans, readScanStart } from '../../adapters/dynamodb/scans.ts';
import { findSite } from '../../adapters/dynamodb/sites.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { getObject, openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import * as endpoints from '../../core/api/history-endpoints.ts';
import { removeDecidedProblem } from '../../core/findings/issue-group-id.ts';
import { toFindingHistoryView, toGroupHistoryView } from '../../core/history/history-view.ts';
import { toHistoryScan } from '../../core/history/site-history.ts';
import { findFinding, findGroup } from '../../core/history/stored-history.ts';
import { getRuleText } from '../../core/rule-sets/rule-text.ts';
import { buildRevisionKey, revisionParts, type ScanRevision } from '../../core/scans/object-keys.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { compareScans } from '../../use-cases/compare-scans.ts';
import { getHistory } from '../../use-cases/get-history.ts';
import { schemas } from '../env.ts';
import { createStateComparer } from './state-comparer.ts';

/** Handles the calls that read histories and compare scans. */
export const createHandler = defineSharedFunction(schemas['read-history'], (store, env) => {
  const bucket = openReportBucket(env.BUCKET_NAME);
  const dependencies = {
    ...bindTo(store, { findAccount, findScan, findSite, listScans, readScanStart }),
    readHistory: (of: ScanRevision) => getObject(bucket, buildRevisionKey(of, revisionParts.history)),
    compare: createStateComparer(bucket),
  };
  return [
    route(endpoints.getFindingHistory, async (call) => {
      const { siteId, fingerprint } = call.params;
      const found = await getHistory(dependencies, { ...call, siteId }, (stored) =>
        findFinding(stored, fingerprint),
      );
      return { status: 200, json: toFindingHistoryView(fingerprint, found) };
    }),
    route(endpoints.getGroupHistory, async (call) => {
      const { siteId, groupId } = call.params;
      const found = await getHistory(dependencies, { ...call, siteId }, (stored) =>
        findGroup(stored, removeDecidedProblem(groupId)),
      );
      return { status: 200, json: toGroupHistoryView(groupId, found) };
    }),
    route(endpoints.compareScans, async (call) => {
      const found = await compareScans(dependencies, { ...call, ...call.params });
      const { items, nextCursor, total, before, after, comparison, settingsChanged, enginesChanged } = found;
      const { counts, engines, unlisted } = comparison;
      return {
        status: 200,
        json: {
          items: items.map((item) => ({ ...item, help: getRuleText(item.ruleId).help })),
          nextCursor,
          total,
          scan: toComparedScan(after, engines.after, unlisted.after),
          with: toComparedScan(before, engines.before, unlisted.before),
          isComparable: settingsChanged.length === 0,
          settingsChanged,
          enginesChanged,
          counts,
        },
      };
    }),
  ];
});

function toComparedScan(scan: Scan, engines: readonly object[], unlisted: number) {
  return { ...toHistoryScan(scan), branch: scan.config.metadata?.branch ?? null, engines, unlisted };
}

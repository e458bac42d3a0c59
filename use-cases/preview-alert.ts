import type { PreviewAlert } from '../core/alerts/alert-bodies.ts';
import { buildLine } from '../core/alerts/alert-line.ts';
import { selectEvents } from '../core/alerts/alert-matching.ts';
import type { AlertPreview } from '../core/alerts/alert-preview.ts';
import { type AlertState, emptyAlertState } from '../core/alerts/alert-state.ts';
import { buildSiteMessage } from '../core/alerts/build-message.ts';
import { deriveScanEvents } from '../core/alerts/derive-scan-events.ts';
import { buildEvent } from '../core/alerts/event-draft.ts';
import { buildAlertSettingsLink } from '../core/alerts/event-links.ts';
import { buildScanEndEntryId } from '../core/alerts/outbox-entry.ts';
import type { ReportFacts } from '../core/alerts/scan-end-facts.ts';
import type { Scan } from '../core/scans/scan.ts';
import { findSiteResult, type ListSiteScans } from './find-site-result.ts';
import { type FindSite, getSite } from './get-site.ts';
import { type ReadReportParts, readReportFacts } from './read-scan-facts.ts';
import type { RequestContext } from './request-context.ts';

export interface PreviewAlertDependencies extends FindSite, ListSiteScans, ReadReportParts {
  /** Returns the origin of the dashboard. */
  readOrigin(): Promise<string>;
}

/**
 * Returns what the message of an alert about the latest scan of a site looks like. It is an approximation, because what
 * was reported before that scan is not stored any more.
 * @throws Problem site-not-found
 */
export async function previewAlert(
  dependencies: PreviewAlertDependencies,
  { principal, body }: Pick<RequestContext<'member'>, 'principal'> & { body: PreviewAlert },
): Promise<AlertPreview> {
  const { siteId, events: wanted, impact } = body;
  const site = await getSite(dependencies, { principal, siteId });
  const scan = await findSiteResult(dependencies, site, undefined);
  if (scan === undefined) return { scanId: null, messages: [] };
  const at = { origin: await dependencies.readOrigin(), accountId: site.accountId };
  const report = await readReportFacts(dependencies, scan, undefined);
  const state = report ? assumeState(scan, report) : undefined;
  const { events } = deriveScanEvents({ scan, site, at, report, isUnreachable: false, state });
  const entry = { entryId: buildScanEndEntryId(scan.scanId), at: scan.finishedAt ?? scan.createdAt };
  const reported = selectEvents(
    { sites: 'all', events: wanted, impact, branches: 'main' },
    site,
    events.map((draft) => buildEvent(draft, entry)),
  );
  if (reported.length === 0) return { scanId: scan.scanId, messages: [] };
  const reason = {
    reason: 'You get this message because of the alert that you are about to set.',
    settings: buildAlertSettingsLink(at, null),
  };
  return { scanId: scan.scanId, messages: [buildSiteMessage(reported, impact, reason)] };
}

/** Returns what was known before a scan, if it was compared with one: that it continues the same history. */
function assumeState(scan: Scan, report: ReportFacts): AlertState {
  const { baseline } = report;
  if (baseline === null) return emptyAlertState;
  const line = { ...buildLine(scan, report), scanId: baseline.scanId, revision: '' };
  return { ...emptyAlertState, engine: line.engine, lines: [line] };
}

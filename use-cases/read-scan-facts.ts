import { buildLine, findComparableLine, findOwnLine } from '../core/alerts/alert-line.ts';
import { type AlertLine, type AlertState, emptyAlertState } from '../core/alerts/alert-state.ts';
import type { ReportFacts } from '../core/alerts/scan-end-facts.ts';
import { listGroupEvents } from '../core/history/stored-history.ts';
import type { ScanGroup } from '../core/reports/scan-groups.ts';
import type { ScanPage } from '../core/reports/scan-pages.ts';
import type { ScanResults } from '../core/reports/scan-results.ts';
import { hasRevision, type ScanRevision, toScanRevision } from '../core/scans/object-keys.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { FindScan } from './get-scan.ts';

/** Reads the parts of a report revision; each is undefined if the bucket no longer has it. */
export interface ReadReportParts extends FindScan {
  readResults(of: ScanRevision): Promise<ScanResults | undefined>;
  readGroups(of: ScanRevision): Promise<ScanGroup[] | undefined>;
  readPageList(of: ScanRevision): Promise<ScanPage[] | undefined>;
  readHistory(of: ScanRevision): Promise<Uint8Array | undefined>;
}

type Previous = NonNullable<ReportFacts['previous']>;

/**
 * Returns what the report of a completed scan says for events; undefined if it has no report, or it is deleted.
 * @param state what was reported, which names the scan before
 */
export async function readReportFacts(
  parts: ReadReportParts,
  scan: Scan,
  state: AlertState | undefined,
): Promise<ReportFacts | undefined> {
  if (scan.status !== 'completed' || !hasRevision(scan)) return undefined;
  const [results, groups, pages, history] = await Promise.all([
    parts.readResults(scan),
    parts.readGroups(scan),
    parts.readPageList(scan),
    parts.readHistory(scan),
  ]);
  if (!results || !groups || !pages || !history) return undefined;
  const { baseline, comparableKey } = results.comparison;
  const before = findBefore(buildLine(scan, { comparableKey, engines: results.engines }), state);
  return {
    baseline,
    comparableKey,
    engines: results.engines,
    gateReasons: results.gate.reasons.map(({ message }) => message),
    groups,
    changes: listGroupEvents(history),
    pageUrls: toUrls(pages),
    previous: await readPrevious(parts, scan, before, baseline?.scanId),
  };
}

/** Returns the scan that the history continues, else the latest one of the site. */
function findBefore(line: AlertLine, state: AlertState = emptyAlertState): AlertLine | undefined {
  return findOwnLine(state, line) ?? findComparableLine(state, line) ?? state.lines.at(-1);
}

async function readPrevious(
  parts: ReadReportParts,
  { accountId, scanId }: Scan,
  before: AlertLine | undefined,
  baselineId: string | undefined,
): Promise<Previous | undefined> {
  const of = before
    ? toScanRevision({ accountId, scanId: before.scanId }, before.revision)
    : await findRevision(parts, baselineId);
  if (of === undefined || of.scanId === scanId) return undefined;
  const [groups, pages] = await Promise.all([parts.readGroups(of), parts.readPageList(of)]);
  return groups && pages && { scanId: of.scanId, groups, pageUrls: toUrls(pages) };
}

async function findRevision(
  { findScan }: FindScan,
  scanId: string | undefined,
): Promise<ScanRevision | undefined> {
  const scan = scanId === undefined ? undefined : await findScan(scanId);
  return scan !== undefined && hasRevision(scan) ? scan : undefined;
}

function toUrls(pages: readonly ScanPage[]): Map<string, string> {
  return new Map(pages.map(({ id, url }) => [id, url]));
}

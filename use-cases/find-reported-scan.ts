import { Problem } from '../core/problems/problem.ts';
import { hasRevision, type ScanRevision } from '../core/scans/object-keys.ts';
import { createNothingToReport, isReportPending } from '../core/scans/report-availability.ts';
import { canBeBaseline, type Scan } from '../core/scans/scan.ts';
import { type FindScan, getScan } from './get-scan.ts';
import type { ReadContext } from './request-context.ts';

/** A scan whose report can be read. */
export type ReportedScan = Scan & ScanRevision;

/** The response while the report of a scan does not exist yet. */
export interface PendingScan {
  kind: 'pending';
  scan: Scan;
}

/**
 * Returns a scan that the principal may access, with its report revision; or that its report is pending.
 * @throws Problem scan-not-found, nothing-to-report
 */
export async function findReportedScan(
  dependencies: FindScan,
  input: ReadContext & { scanId: string },
): Promise<PendingScan | { kind: 'reported'; scan: ReportedScan }> {
  const scan = await getScan(dependencies, input);
  if (isReportPending(scan)) return { kind: 'pending', scan };
  return { kind: 'reported', scan: requireReport(scan) };
}

/** Returns the scan, which has ended. @throws Problem nothing-to-report */
export function requireReport(scan: Scan): ReportedScan {
  if (scan.report !== 'ready' || !hasRevision(scan)) throw createNothingToReport(scan);
  return scan;
}

/** Returns the scan, which was completed and has a report. @throws Problem scan-not-completed */
export function requireCompleted(scan: Scan): ReportedScan {
  if (canBeBaseline(scan) && hasRevision(scan)) return scan;
  const state = scan.status === 'completed' ? 'has no report' : `is ${scan.status}`;
  throw new Problem('scan-not-completed', `The scan ${scan.scanId} ${state}. This needs a completed scan.`);
}

import type { ScanResults } from '../core/reports/scan-results.ts';
import type { ScanRevision } from '../core/scans/object-keys.ts';
import { createNothingToReport } from '../core/scans/report-availability.ts';
import { findReportedScan, type PendingScan } from './find-reported-scan.ts';
import type { FindScan } from './get-scan.ts';
import type { ReadContext } from './request-context.ts';

export interface GetScanResultsDependencies extends FindScan {
  /** Returns the results of a report; undefined if they were deleted. */
  readResults(of: ScanRevision): Promise<ScanResults | undefined>;
}

/**
 * Returns the report of a scan without its long lists; the scan if the report is pending.
 * @throws Problem scan-not-found, nothing-to-report
 */
export async function getScanResults(
  dependencies: GetScanResultsDependencies,
  input: ReadContext & { scanId: string },
): Promise<PendingScan | { kind: 'results'; results: ScanResults }> {
  const found = await findReportedScan(dependencies, input);
  if (found.kind === 'pending') return found;
  const results = await dependencies.readResults(found.scan);
  if (!results) throw createNothingToReport(found.scan);
  return { kind: 'results', results };
}

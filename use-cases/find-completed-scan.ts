import { Problem } from '../core/problems/problem.ts';
import type { ScanRevision } from '../core/scans/object-keys.ts';
import { hasRevision } from '../core/scans/object-keys.ts';
import { canBeBaseline, type Scan } from '../core/scans/scan.ts';

/** A completed scan with its report revision. */
export type CompletedScan = Scan & ScanRevision;

/** Returns the scan. @throws Problem scan-not-completed */
export function requireCompleted(scan: Scan): CompletedScan {
  if (canBeBaseline(scan) && hasRevision(scan)) return scan;
  const state = scan.status === 'completed' ? 'has no report' : `is ${scan.status}`;
  throw new Problem('scan-not-completed', `The scan ${scan.scanId} ${state}. This needs a completed scan.`);
}

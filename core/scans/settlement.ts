import type { ReportState, Scan, ScanFailure, ScanSummary } from './scan.ts';

/** What a scan is settled with: from then on it is not looked at again. Its members are stored with the scan. */
export interface Settlement {
  report: ReportState;
  /** Folder of the report that counts from now on. */
  edition?: string;
  summary?: ScanSummary;
  /** Ends a scan that has not ended yet as failed. */
  failure?: ScanFailure;
  failureDetail?: string | undefined;
}

/** How a scan ends, is settled, or both. */
export type ScanEnd = Partial<
  Pick<Scan, 'status' | 'finishedAt' | 'cancelReason' | 'failure' | 'failureDetail'>
> &
  Partial<Settlement>;

import type { ReportState, Scan, ScanFailure, ScanSummary } from './scan.ts';

/** The final data of a scan. Once settled, a scan is not processed again. The members are stored with the scan. */
export interface Settlement {
  report: ReportState;
  /** The current report revision from now on: the folder of its objects. */
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

import type { ReportFormat } from '../../core/reports/report-formats.ts';
import type { Size } from './synthetic-scan.ts';

/** What one process of the benchmark does, and is measured by. */
export type Job = { folder: string; size: Size } & (
  | { kind: 'results' }
  /** Puts the report of the scan together, compared with run 1 if it is run 2. */
  | { kind: 'finish' }
  /** Makes one form from what `finish` left, as the finishing function does. */
  | { kind: 'form'; format: ReportFormat }
);

/** What it took. */
export interface Measured {
  ms: number;
  /** Most memory that the process ever had, code and all (resident set size). */
  peakBytes: number;
  /** Of all objects, or of the form. */
  bytes: number;
}

export const EDITION = 'bench';
/** The report without nodes, which `finish` leaves for `form`. */
export const HEAD_FILE = 'head.json';

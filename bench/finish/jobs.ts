import type { ReportFormat } from '../../core/reports/report-formats.ts';
import type { ReadCall } from './read-calls.ts';
import type { Size } from './synthetic-scan.ts';

/** The job of one measured process. */
export type Job = { folder: string; size: Size } & (
  | { kind: 'results' }
  /** Builds the report of the scan. Run 2 is compared with run 1. */
  | { kind: 'finish' }
  /** Compares the states of runs 1 and 2, as the API does. */
  | { kind: 'compare' }
  /** Finds one finding in the history of run 2, as the API does. */
  | { kind: 'history' }
  /** Reads the report of run 2 by one call of the API. */
  | { kind: 'read'; call: ReadCall }
  /** Renders one format from the files that `finish` wrote, as the finishing function does. */
  | { kind: 'format'; format: ReportFormat }
);

/** Measurements of one job. */
export interface Measured {
  ms: number;
  /** CPU time of the process without its start. */
  cpuMs: number;
  /** Peak resident set size of the process, including its code. */
  peakBytes: number;
  /** Size of all written objects, or of the rendered file. */
  bytes: number;
}

export const REVISION = 'bench';
/** The report without nodes, which `finish` writes for the rendering jobs. */
export const HEAD_FILE = 'head.json';

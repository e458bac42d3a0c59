import type { Report } from '../../core/reports/report.ts';
import type { ReportFormat } from '../../core/reports/report-formats.ts';

/** What became of a scan, on the service or in this process. */
export interface Outcome {
  where: 'service' | 'local';
  scanId: string;
  /** Null for a scan of no site that a service keeps. */
  siteId: string | null;
  status: 'completed' | 'failed' | 'cancelled';
  /** Why it failed or was cancelled, for people; null for a completed scan. */
  reason: string | null;
  /** The report with its nodes; null where there is none. */
  report: Report | null;
  /**
   * The report in a form, piece by piece.
   * @throws CliError when it cannot be had
   */
  form(format: ReportFormat): AsyncIterable<string | Uint8Array>;
  /** What people should know besides, one sentence each. */
  notes: string[];
}

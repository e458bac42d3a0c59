import type { Report } from '../../core/reports/report.ts';
import type { ReportFormat } from '../../core/reports/report-formats.ts';

/** The outcome of a scan, on the service or in this process. */
export interface Outcome {
  where: 'service' | 'local';
  scanId: string;
  /** Null if the scan is of no site of the service. */
  siteId: string | null;
  status: 'completed' | 'failed' | 'cancelled';
  /** Why it failed or was cancelled, for people; null if it completed. */
  reason: string | null;
  /** The report with its nodes; null without one. */
  report: Report | null;
  /**
   * Renders the report in a format, in chunks.
   * @throws CliError if the report is not available
   */
  renderReport(format: ReportFormat): AsyncIterable<string | Uint8Array>;
  /** Further notes for people, one sentence each. */
  notes: string[];
}

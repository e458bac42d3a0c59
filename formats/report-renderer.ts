import type { ReportSource } from '../core/reports/report-source.ts';

/**
 * Renders a report in one format, in pieces. Equal sources give equal texts: a renderer does not read the clock. The
 * number of findings in memory is limited by the format's own bounds.
 */
export type ReportRenderer = (source: ReportSource) => AsyncIterable<string>;

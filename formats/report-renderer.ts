import type { ReportSource } from '../core/reports/report-source.ts';

/**
 * Writes a report in one format, piece by piece. The same source gives the same text; nothing is read from
 * the clock, and no more of the findings is held than the form's own bounds say.
 */
export type ReportRenderer = (source: ReportSource) => AsyncIterable<string>;

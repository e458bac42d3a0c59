import type { Report } from '../../core/reports/report.ts';

/** Returns the sentence that a report is incomplete, with the end of its scan; empty if the scan completed. */
export function describeIncompleteReport({ incomplete, status }: Report['scan']): string {
  if (!incomplete) return '';
  return `The report is incomplete: the scan ${status === 'cancelled' ? 'was cancelled' : status}.`;
}

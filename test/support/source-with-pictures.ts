import type { Report } from '../../core/reports/report.ts';
import { type ReportSource, toReportSource } from '../../core/reports/report-source.ts';

/** Returns an in-memory report as a source. @param pictures bytes by picture id */
export function sourceWithPictures(report: Report, pictures: ReadonlyMap<string, Uint8Array>): ReportSource {
  return { ...toReportSource(report), picture: async (id) => pictures.get(id) };
}

import type { AccountCalls, ListQuery } from '../../api/calls.ts';
import type {
  CountedPageOf,
  ReportFinding,
  ReportFormat,
  ReportGroup,
  ReportPages,
  TemporaryLink,
} from '../../api/types.ts';

/** Where the sections of a report get their lists: the scan of an account, or a shared report. */
export interface ResultsSource {
  listGroups(query: ListQuery, signal?: AbortSignal): Promise<CountedPageOf<ReportGroup>>;
  listFindings(query: ListQuery, signal?: AbortSignal): Promise<CountedPageOf<ReportFinding>>;
  listPages(query: ListQuery, signal?: AbortSignal): Promise<ReportPages>;
  /** Returns the address of a picture. */
  readPicture(pictureId: string, signal?: AbortSignal): Promise<string>;
  /** Undefined if the report cannot be downloaded. */
  readReportLink?: (format: ReportFormat) => Promise<TemporaryLink>;
}

/** Returns the source of a scan that the signed-in person may read. */
export function createScanSource(calls: AccountCalls, scanId: string): ResultsSource {
  return {
    listGroups: (query, signal) => calls.listGroups(scanId, query, signal),
    listFindings: (query, signal) => calls.listFindings(scanId, query, signal),
    listPages: (query, signal) => calls.listScanPages(scanId, query, signal),
    readPicture: async (pictureId, signal) => (await calls.readPicture(scanId, pictureId, signal)).url,
    readReportLink: (format) => calls.readReportLink(scanId, format),
  };
}

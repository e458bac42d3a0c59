import type { AccountCalls, ListQuery } from '../../api/calls.ts';
import type {
  CountedPageOf,
  Finding,
  ReportFormat,
  ScanGroup,
  ScanPages,
  ScanResults,
  TemporaryLink,
} from '../../api/types.ts';

/** Where the sections of a report get their data: the scan of an account, or a shared report. */
export interface ResultsSource {
  readResults(signal?: AbortSignal): Promise<ScanResults>;
  listGroups(query: ListQuery, signal?: AbortSignal): Promise<CountedPageOf<ScanGroup>>;
  listFindings(query: ListQuery, signal?: AbortSignal): Promise<CountedPageOf<Finding>>;
  listPages(query: ListQuery, signal?: AbortSignal): Promise<ScanPages>;
  readPicture(pictureId: string, signal?: AbortSignal): Promise<TemporaryLink>;
  /** Undefined if the report cannot be downloaded. */
  readReportLink?: (format: ReportFormat) => Promise<TemporaryLink>;
}

/** Returns the source of a scan that the signed-in person may read. */
export function createScanSource(calls: AccountCalls, scanId: string): ResultsSource {
  return {
    readResults: (signal) => calls.readResults(scanId, signal),
    listGroups: (query, signal) => calls.listGroups(scanId, query, signal),
    listFindings: (query, signal) => calls.listFindings(scanId, query, signal),
    listPages: (query, signal) => calls.listScanPages(scanId, query, signal),
    readPicture: (pictureId, signal) => calls.readPicture(scanId, pictureId, signal),
    readReportLink: (format) => calls.readReportLink(scanId, format),
  };
}

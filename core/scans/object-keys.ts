import { type ReportFormat, reportFormats } from '../reports/report-formats.ts';
import type { Scan } from './scan.ts';

/** Prefixes of object keys by kind; account and scan follow. */
export const objectPrefixes = { results: 'results/', reports: 'reports/', pictures: 'pictures/' } as const;

/** The objects of a report revision besides the report files. */
export const revisionParts = {
  /** The last known state of the site, for later scans: `siteStateSchema`. */
  state: 'state.json',
  /** When each finding and issue group was first seen, fixed and seen again: `parseHistory`. */
  history: 'history.json',
  /** Fingerprints by page identity, packed by `packKnownFingerprints`. */
  known: 'known.json',
  /** Every finding of the report, one per line, in the order of the report. */
  findings: 'findings.ndjson',
  /** The position of each finding in that file. */
  findingsIndex: 'findings-index.json',
  /** The report without findings, issue groups and pages: `scanResultsSchema`. */
  results: 'results.json',
  /** The listed issue groups, in the order of the report: `scanGroupSchema`. */
  groups: 'groups.json',
  /** The pages, in the order of the report: `scanPageSchema`. */
  pages: 'pages.json',
} as const;

/**
 * Returns the key of the result of one attempt at one page. An attempt may be made twice, because of duplicates of a
 * message. `run` distinguishes them, so that the later one does not overwrite the one that counts.
 */
export function buildResultKey(at: {
  accountId: string;
  scanId: string;
  pageId: string;
  attempt: number;
  run: string;
}): string {
  return `${objectPrefixes.results}${at.accountId}/${at.scanId}/${at.pageId}/${at.attempt}-${at.run}.json`;
}

/** A scan and one revision of its report. */
export type ScanRevision = Pick<Scan, 'accountId' | 'scanId'> & { edition: string };

/** True if a scan has a current report revision. It has none before it is settled. */
export function hasRevision(scan: Scan): scan is Scan & ScanRevision {
  return scan.edition !== undefined;
}

/** Returns the name of the current report revision of a scan. */
export function getRevisionName({ edition }: ScanRevision): string {
  return edition;
}

/** Returns one revision of the report of a scan, by its name. */
export function toScanRevision(scan: Pick<Scan, 'accountId' | 'scanId'>, name: string): ScanRevision {
  return { ...scan, edition: name };
}

/**
 * Returns the key of an object of a report revision. Each time that a report is built, it is a new revision with a new
 * unique name, so no object is ever overwritten. The scan states which revision is current.
 */
export function buildRevisionKey({ accountId, scanId, edition }: ScanRevision, name: string): string {
  return `${objectPrefixes.reports}${accountId}/${scanId}/${edition}/${name}`;
}

/** Returns the key of a revision's report in one format. */
export function buildReportKey(scan: ScanRevision, format: ReportFormat): string {
  return buildRevisionKey(scan, `report.${format}.${reportFormats[format].extension}`);
}

/** Returns the key prefixes of all objects of a scan. */
export function listScanPrefixes({ accountId, scanId }: Pick<Scan, 'accountId' | 'scanId'>): string[] {
  return Object.values(objectPrefixes).map((prefix) => `${prefix}${accountId}/${scanId}/`);
}

/** Returns the key of a picture of a scan. @param at.id id of the picture, see `PICTURE_ID` */
export function buildPictureKey(at: { accountId: string; scanId: string; id: string }): string {
  return `${objectPrefixes.pictures}${at.accountId}/${at.scanId}/${at.id}.webp`;
}

import { type ReportFormat, reportFormats } from '../reports/report-formats.ts';
import type { Scan } from './scan.ts';

/** What the keys of all objects of a kind begin with; account and scan follow. */
export const objectPrefixes = { results: 'results/', reports: 'reports/', pictures: 'pictures/' } as const;

/** What an edition holds beside the forms of the report. */
export const revisionParts = {
  /** The last known state of the site, for the scans to come: `siteStateSchema`. */
  state: 'state.json',
  /** Fingerprints by page identity, each as `packKnownFingerprints` writes them. */
  known: 'known.json',
  /** Every finding of the report, one a line, in the order of the report. */
  findings: 'findings.ndjson',
  /** Where in that file which findings are. */
  findingsIndex: 'findings-index.json',
} as const;

/**
 * Key of the object that holds the result of one attempt at one page. An attempt may be made twice, by duplicates of
 * a message; `run` tells them apart, so that the later one does not overwrite the one that counts.
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

/** A scan with the edition of its report that is meant. */
export type ScanRevision = Pick<Scan, 'accountId' | 'scanId'> & { edition: string };

/** Whether one edition of a scan's report counts: none does before the scan is settled. */
export function hasRevision(scan: Scan): scan is Scan & ScanRevision {
  return scan.edition !== undefined;
}

/**
 * Key of an object of one edition of a report. Each time that a report is put together is an edition of its own,
 * under a name that nobody used before, so that no object is ever written twice; the scan says which one counts.
 */
export function buildRevisionKey({ accountId, scanId, edition }: ScanRevision, name: string): string {
  return `${objectPrefixes.reports}${accountId}/${scanId}/${edition}/${name}`;
}

/** Key of an edition's report in one format. */
export function buildReportKey(scan: ScanRevision, format: ReportFormat): string {
  return buildRevisionKey(scan, `report.${format}.${reportFormats[format].extension}`);
}

/** What the keys of all objects of a scan begin with. */
export function listScanPrefixes({ accountId, scanId }: Pick<Scan, 'accountId' | 'scanId'>): string[] {
  return Object.values(objectPrefixes).map((prefix) => `${prefix}${accountId}/${scanId}/`);
}

/** Key of a picture of a scan. @param at.id id of the picture, see `PICTURE_ID` */
export function buildPictureKey(at: { accountId: string; scanId: string; id: string }): string {
  return `${objectPrefixes.pictures}${at.accountId}/${at.scanId}/${at.id}.webp`;
}

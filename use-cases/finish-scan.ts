import type { EventsMessage } from '../core/alerts/alert-messages.ts';
import { buildScanEndEntryId } from '../core/alerts/outbox-entry.ts';
import type { SettledScan } from '../core/comparison/baseline-line.ts';
import { toSettledScan } from '../core/comparison/settled-scan.ts';
import type { TrackedPage } from '../core/crawl/tracked-page.ts';
import type { EarlierPictures } from '../core/reports/finding-pictures.ts';
import { FindingsInMemory } from '../core/reports/finding-store.ts';
import { comparePagePositions } from '../core/reports/pages.ts';
import type { Report } from '../core/reports/report.ts';
import { ReportBuilder } from '../core/reports/report-builder.ts';
import { buildScanSummary } from '../core/reports/report-head.ts';
import type { ReportSubject } from '../core/reports/report-subject.ts';
import { FINISHERS_LOST_MAX, type FinishLease, takeFinishLease } from '../core/scans/finish-lease.ts';
import { isFinal, type Scan } from '../core/scans/scan.ts';
import type { Settlement } from '../core/scans/settlement.ts';
import { canBeSettled, type TrackedScan } from '../core/scans/tracked-scan.ts';
import type { Site } from '../core/sites/site.ts';
import { buildComparableConditions, type ComparableConditions } from '../core/trend/comparable-conditions.ts';
import { buildTrendPoint, type TrendPoint } from '../core/trend/trend-point.ts';
import type { Log } from './log.ts';
import { readReportSubject, type SubjectSources } from './read-report-subject.ts';
import { discardUnsentChunks } from './release-slot.ts';
import type { HostSlots, ScanStore } from './scan-store.ts';

/**
 * One revision of the report of a scan: each build writes its own objects. The revision is valid once the scan is
 * settled with it.
 */
export interface ReportRevision {
  revisionId: string;
  /** Source of the pictures of earlier scans. */
  earlierPictures: EarlierPictures;
  /**
   * Builds the report in every format and writes it with all findings. Also writes the state of the site if later scans
   * are compared with this scan.
   * @param subject called once
   * @param writesState whether to write the state of the site
   * @returns the report with `nodes` empty everywhere
   */
  write(
    subject: () => Promise<ReportSubject>,
    pages: readonly TrackedPage[],
    writesState: boolean,
  ): Promise<Report>;
  /** Deletes the objects of this revision. */
  discard(): Promise<void>;
}

/** The dependencies of `finishScan`. Both settle functions return false if the scan has changed since it was read. */
export interface ScanFinisher extends SubjectSources {
  store: Omit<SubjectSources['store'], 'readTrackedScan'> &
    Pick<ScanStore, 'readTrackedScan' | 'readPages' | 'listUnsentChunks' | 'recordChunkSent'> & {
      findSite(accountId: string, siteId: string): Promise<Site | undefined>;
      settleScan(scan: Scan, settlement: Settlement): Promise<boolean>;
      /** Replaces the lease as it was read. Returns false if it has changed since, or the scan is settled. */
      saveFinishLease(scanId: string, lease: FinishLease, before: FinishLease | undefined): Promise<boolean>;
      /** Removes the lease, unless another function has one now. */
      releaseFinishLease(scanId: string, lease: FinishLease): Promise<void>;
      settleCompletedScan(
        scan: Scan,
        settlement: Settlement,
        records: {
          point: TrendPoint;
          conditions: ComparableConditions;
          settled: SettledScan;
          becomesLatest: boolean;
        },
        now: Date,
      ): Promise<boolean>;
    };
  slots: Pick<HostSlots, 'releaseSlot'>;
  beginRevision(scan: Scan): ReportRevision;
  /** Requests that the events of the end of a scan are dispatched. */
  sendEvents(message: EventsMessage): Promise<void>;
  log: Log;
}

/** The run of a function that builds a report. */
export interface FinishRun {
  scanId: string;
  /** Id of the message that requested the report. */
  messageId: string;
  now: Date;
  /** When the function is ended. */
  deadline: Date;
}

/**
 * Builds the report of a scan and settles the scan with it. The objects of the report are written first; they become
 * valid when the scan is settled. Does nothing while another function builds the report. If that function dies, the
 * sweeper requests the report again.
 * @throws Error if the scan has changed meanwhile and its report must be built again, or if too many functions died
 * while they built it
 */
export async function finishScan(
  finisher: ScanFinisher,
  { scanId, messageId, now, deadline }: FinishRun,
): Promise<void> {
  const { store, log } = finisher;
  const scan = await store.readTrackedScan(scanId);
  if (scan === undefined || !canBeSettled(scan)) return;
  const lease = takeFinishLease(scan.finishing, { holder: messageId, until: deadline }, now);
  if (lease !== undefined && lease.lost >= FINISHERS_LOST_MAX)
    throw new Error(`${lease.lost} functions died while they built the report; it is not tried again`);
  if (lease === undefined || !(await store.saveFinishLease(scanId, lease, scan.finishing))) {
    log.info('another function builds the report');
    return;
  }
  try {
    await settle(finisher, scan);
  } finally {
    await store.releaseFinishLease(scanId, lease);
  }
}

async function settle(finisher: ScanFinisher, scan: TrackedScan): Promise<void> {
  const { store, slots, log } = finisher;
  const { scanId } = scan;
  const pages = await store.readPages(scanId);
  await discardUnsentChunks(store, slots, scan);
  if (!(await store.findSite(scan.accountId, scan.siteId))) {
    // The objects of a deleted site, including results, are being deleted. The sweeper cancels an unfinished scan.
    if (isFinal(scan.status)) await store.settleScan(scan, { report: 'none' });
    return;
  }
  const settleWith = scan.pagesScanned > 0 ? settleWithReport : settleWithoutReport;
  if (await settleWith(finisher, scan, pages)) {
    log.info('settled', { pages: pages.length, pagesScanned: scan.pagesScanned });
    await requestEvents(finisher, scan);
    return;
  }
  // A duplicate of this message may have settled the scan first.
  if ((await store.readTrackedScan(scanId))?.report === 'pending')
    throw new Error('the scan changed while its report was built; the report is built again');
}

/** Requests that the events are dispatched now. If that fails, the sweeper does it. */
async function requestEvents({ sendEvents, log }: ScanFinisher, scan: Scan): Promise<void> {
  const { accountId, correlationId, scanId } = scan;
  try {
    const entryId = buildScanEndEntryId(scanId);
    await sendEvents({ type: 'outbox-entry', accountId, correlationId, entryId });
  } catch (error) {
    log.warn('could not request the events of the scan; the sweeper requests them', { error });
  }
}

async function settleWithReport(
  finisher: ScanFinisher,
  scan: TrackedScan,
  pages: readonly TrackedPage[],
): Promise<boolean> {
  const { store } = finisher;
  const ended: Scan = isFinal(scan.status) ? scan : { ...scan, status: 'completed', report: 'ready' };
  const isCompleted = ended.status === 'completed';
  const revision = finisher.beginRevision(ended);
  const { revisionId, earlierPictures } = revision;
  try {
    const subject = () => readReportSubject(finisher, ended, pages, earlierPictures);
    const head = await revision.write(subject, pages, isCompleted);
    const settlement = { report: 'ready', edition: revisionId, summary: buildScanSummary(head) } as const;
    const isSettled = isCompleted
      ? await store.settleCompletedScan(
          scan,
          settlement,
          await buildCompletionRecords(finisher, ended, head),
          new Date(),
        )
      : await store.settleScan(scan, settlement);
    if (isSettled) return true;
  } catch (error) {
    await discard(finisher, scan.scanId, revision);
    throw error;
  }
  await discard(finisher, scan.scanId, revision);
  return false;
}

/** Settles a scan without any scanned page. Its gate is decided nevertheless. */
async function settleWithoutReport(
  finisher: ScanFinisher,
  scan: TrackedScan,
  pages: readonly TrackedPage[],
): Promise<boolean> {
  const failed = { status: 'failed', failure: 'no-page-scanned' } as const;
  const ended: Scan = isFinal(scan.status) ? scan : { ...scan, ...failed };
  const subject = await readReportSubject(finisher, ended, pages);
  const builder = new ReportBuilder(subject, new FindingsInMemory());
  for (const group of builder.listPageGroups(pages)) await builder.add(group, () => undefined);
  return finisher.store.settleScan(scan, {
    report: 'none',
    summary: buildScanSummary(await builder.head()),
    failure: failed.failure,
    failureDetail: describeNoPage(scan, pages),
  });
}

/** Returns why no page of a scan was scanned. */
function describeNoPage({ correlationId }: Scan, pages: readonly TrackedPage[]): string | undefined {
  // The detail of the first page represents the others.
  const detail = pages.toSorted(comparePagePositions)[0]?.detail;
  if (detail === undefined || !pages.every(({ outcome }) => outcome === 'service-fault')) return detail;
  const advice = `This is a fault of the service, not of the site. Scan again, or ask the operator of the service with the request id ${correlationId}.`;
  return `${detail} ${advice}`;
}

/** Returns the records of a completed scan that later scans use. */
async function buildCompletionRecords({ store }: ScanFinisher, scan: Scan, head: Report) {
  const { settings } = await store.readScanStart(scan.scanId);
  const reference = await store.readReference(scan.scanId);
  return {
    point: buildTrendPoint(head),
    conditions: buildComparableConditions(head.comparison.comparableKey, scan.config.rules, settings),
    settled: toSettledScan(scan, head.gate, {
      planned: reference?.baseline,
      compared: head.comparison.baseline,
      mustBeAccepted: head.comparison.mustBeAccepted,
    }),
    becomesLatest: head.comparison.mustBeAccepted !== true,
  };
}

/**
 * Deletes the objects of a report revision that is not used, if possible. Otherwise the lifecycle rule deletes them.
 */
async function discard(
  { store, log }: ScanFinisher,
  scanId: string,
  { revisionId, discard: deleteObjects }: ReportRevision,
): Promise<void> {
  try {
    // The scan may be settled with this revision although the response was lost.
    const scan = await store.readTrackedScan(scanId);
    if (scan && scan.edition !== revisionId) await deleteObjects();
  } catch (error) {
    log.warn('could not delete an unused report revision; the lifecycle rule deletes it', {
      error,
      revisionId,
    });
  }
}

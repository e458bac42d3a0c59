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

/** One time that the report of a scan is built, under a name of its own; it counts once the scan is settled with it. */
export interface ReportRevision {
  edition: string;
  /** Where pictures of earlier scans are taken from. */
  earlierPictures: EarlierPictures;
  /**
   * Builds the report in every format and writes it with all findings and, for a scan that later ones are compared with,
   * the state of the site.
   * @param subject called once
   * @returns the report with `nodes` empty everywhere
   */
  write(
    subject: () => Promise<ReportSubject>,
    pages: readonly TrackedPage[],
    leavesState: boolean,
  ): Promise<Report>;
  /** Deletes what was written. */
  discard(): Promise<void>;
}

/** What finishing a scan needs. Both kinds of settling return false if the scan has changed since it was read. */
export interface ScanFinisher extends SubjectSources {
  store: Omit<SubjectSources['store'], 'readTrackedScan'> &
    Pick<ScanStore, 'readTrackedScan' | 'readPages' | 'listUnsentChunks' | 'recordChunkSent'> & {
      findSite(accountId: string, siteId: string): Promise<Site | undefined>;
      settleScan(scan: Scan, settlement: Settlement): Promise<boolean>;
      settleCompletedScan(
        scan: Scan,
        settlement: Settlement,
        leaves: { point: TrendPoint; conditions: ComparableConditions; settled: SettledScan },
        now: Date,
      ): Promise<boolean>;
    };
  slots: Pick<HostSlots, 'releaseSlot'>;
  beginRevision(scan: Scan): ReportRevision;
  log: Log;
}

/**
 * Builds the report of a scan and settles the scan with it. The objects of the report are written first; only the
 * settling makes them count.
 * @throws Error if the scan has changed meanwhile and its report must be built again
 */
export async function finishScan(finisher: ScanFinisher, scanId: string): Promise<void> {
  const { store, slots, log } = finisher;
  const scan = await store.readTrackedScan(scanId);
  if (scan === undefined || !canBeSettled(scan)) return;
  const pages = await store.readPages(scanId);
  await discardUnsentChunks(store, slots, scan);
  if (!(await store.findSite(scan.accountId, scan.siteId))) {
    // The objects of a deleted site are being deleted, results among them. The sweeper cancels a scan that has not ended.
    if (isFinal(scan.status)) await store.settleScan(scan, { report: 'none' });
    return;
  }
  const settle = scan.pagesScanned > 0 ? settleWithReport : settleWithoutReport;
  if (await settle(finisher, scan, pages)) {
    log.info('settled', { pages: pages.length, pagesScanned: scan.pagesScanned });
    return;
  }
  // A duplicate of this message may have been quicker.
  if ((await store.readTrackedScan(scanId))?.report === 'pending')
    throw new Error('the scan changed while its report was built; it is built again');
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
  const { edition, earlierPictures } = revision;
  try {
    const subject = () => readReportSubject(finisher, ended, pages, earlierPictures);
    const head = await revision.write(subject, pages, isCompleted);
    const settlement = { report: 'ready', edition, summary: buildScanSummary(head) } as const;
    const isSettled = isCompleted
      ? await store.settleCompletedScan(scan, settlement, await leavesOf(finisher, ended, head), new Date())
      : await store.settleScan(scan, settlement);
    if (isSettled) return true;
  } catch (error) {
    await discard(finisher, scan.scanId, revision);
    throw error;
  }
  await discard(finisher, scan.scanId, revision);
  return false;
}

/** Settles a scan of which no page was scanned; its gate is decided all the same. */
async function settleWithoutReport(
  finisher: ScanFinisher,
  scan: TrackedScan,
  pages: readonly TrackedPage[],
): Promise<boolean> {
  const failed = { status: 'failed', failure: 'no-page-scanned' } as const;
  const ended: Scan = isFinal(scan.status) ? scan : { ...scan, ...failed };
  const subject = await readReportSubject(finisher, ended, pages);
  const builder = new ReportBuilder(subject, new FindingsInMemory());
  for (const group of builder.groupsOf(pages)) await builder.add(group, () => undefined);
  return finisher.store.settleScan(scan, {
    report: 'none',
    summary: buildScanSummary(await builder.head()),
    failure: failed.failure,
    // The first page stands for the others.
    failureDetail: pages.toSorted(comparePagePositions)[0]?.detail,
  });
}

/** Returns what a completed scan leaves to later ones. */
async function leavesOf({ store }: ScanFinisher, scan: Scan, head: Report) {
  const { settings } = await store.readScanStart(scan.scanId);
  const reference = await store.readReference(scan.scanId);
  return {
    point: buildTrendPoint(head),
    conditions: buildComparableConditions(head.comparison.comparableKey, scan.config.rules, settings),
    settled: toSettledScan(scan, head.gate, {
      planned: reference?.baseline,
      compared: head.comparison.baseline,
    }),
  };
}

/** Deletes the objects of a report that does not count, if that can be known and done; else the lifecycle deletes them. */
async function discard(
  { store, log }: ScanFinisher,
  scanId: string,
  { edition, discard: deleteObjects }: ReportRevision,
): Promise<void> {
  try {
    // An answer that was lost may have settled the scan with it.
    const scan = await store.readTrackedScan(scanId);
    if (scan && scan.edition !== edition) await deleteObjects();
  } catch (error) {
    log.warn('could not delete a report that does not count', { error, edition });
  }
}

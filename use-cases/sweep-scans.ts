import type { Actor } from '../core/audit/audit-entry.ts';
import { endPage, findLostChunks, recoverPage, wasBegunIn } from '../core/crawl/tracked-page.ts';
import { getScanHost } from '../core/scans/host-slots.ts';
import { buildPlanMessage, type PlanMessage } from '../core/scans/messages.ts';
import { SCAN_AGE_MAX_MS } from '../core/scans/pacing.ts';
import { type CancelReason, isFinal, type ScanFailure } from '../core/scans/scan.ts';
import type { TrackedScan } from '../core/scans/tracked-scan.ts';
import { advanceScan } from './advance-scan.ts';
import { sendUnsentChunks } from './dispatch-pages.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import { releaseSlot } from './release-slot.ts';
import type { ScanStore } from './scan-store.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/** The dependencies of `sweepScans`. */
export interface ScanSweeper extends ScanWorkflow {
  store: ScanStore & {
    /** Returns the ids of the scans that must be checked, longest waiting first. */
    listDueScans(now: Date): Promise<string[]>;
    /** Schedules the next check of a scan. Returns the scan after the change; undefined if it is settled. */
    rescheduleSweep(scanId: string, now: Date): Promise<TrackedScan | undefined>;
    saveCancellation(scanId: string, reason: CancelReason, by: Actor, now: Date): Promise<unknown>;
    /** Ends a scan as failed, unless it has ended. */
    failScan(scanId: string, failure: ScanFailure, now: Date): Promise<void>;
  };
  sendPlan(message: PlanMessage): Promise<void>;
}

const AT_ONCE = 8;

/**
 * Advances every scan that lost a message, a sender or a browser. It first sends due messages again; it ends a scan
 * only if that does not help.
 * @throws AggregateError if some scans could not be swept; the others are done
 */
export async function sweepScans(sweeper: ScanSweeper, now: Date): Promise<void> {
  const due = await sweeper.store.listDueScans(now);
  const failures: unknown[] = [];
  await forEachAtOnce(due, AT_ONCE, async (scanId) => {
    await sweepAndLog(sweeper, scanId, now).catch((error) => failures.push(error));
  });
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} scans could not be swept; the next run tries again`,
    );
}

async function sweepAndLog(sweeper: ScanSweeper, scanId: string, now: Date): Promise<void> {
  const { store, log } = sweeper;
  // Reschedule first, so that a scan that cannot be swept does not block the others.
  const scan = await store.rescheduleSweep(scanId, now);
  if (scan === undefined) return;
  const { correlationId, status, planned, outstanding, inFlight } = scan;
  try {
    await sweep(sweeper, scan, now);
    log.info('swept', { scanId, correlationId, status, planned, outstanding, inFlight });
  } catch (error) {
    log.error('could not sweep a scan; a later run tries again', { error, scanId, correlationId });
    throw error;
  }
}

async function sweep(sweeper: ScanSweeper, scan: TrackedScan, now: Date): Promise<void> {
  const { store } = sweeper;
  const { accountId, siteId, scanId, correlationId } = scan;
  if (!isFinal(scan.status)) {
    if (!(await store.findSite(accountId, siteId))) {
      const by = { accountId, actor: 'service', requestId: correlationId };
      await store.saveCancellation(scanId, 'site-deleted', by, now);
    } else if (Date.parse(scan.createdAt) + SCAN_AGE_MAX_MS <= now.getTime()) {
      await endOverdueScan(store, scan, now);
    } else if (!scan.planned) {
      await sweeper.sendPlan(buildPlanMessage(scan));
    } else {
      await recoverLost(sweeper, scan, now);
      await sendUnsentChunks(sweeper, scan, now);
    }
  }
  await advanceScan(sweeper, scanId, now);
}

/**
 * Reopens lost pages. A page whose lease is over was lost with its browser, together with the pages that waited for
 * that browser.
 */
async function recoverLost(sweeper: ScanSweeper, scan: TrackedScan, now: Date): Promise<void> {
  const { store } = sweeper;
  const pages = await store.readPages(scan.scanId);
  const lostChunks = findLostChunks(pages, now);
  for (const { pageId, state, chunkId } of pages) {
    if (state !== 'queued' || chunkId === undefined || !lostChunks.has(chunkId)) continue;
    const isUsed = pages.some((page) => wasBegunIn(page, chunkId));
    await store.updatePage(scan.scanId, pageId, (page) =>
      page.chunkId === chunkId ? recoverPage(page, isUsed, now) : undefined,
    );
  }
  for (const chunkId of lostChunks) await releaseSlot(sweeper, { host: getScanHost(scan), chunkId }, now);
}

/** Ends all unfinished pages, and the crawl with them. */
async function endOverdueScan(
  store: ScanSweeper['store'],
  { scanId, planned }: TrackedScan,
  now: Date,
): Promise<void> {
  if (!planned) return store.failScan(scanId, 'planning-failed', now);
  const end = {
    outcome: 'service-fault',
    detail: 'The scan was stopped because it took longer than a day.',
  } as const;
  for (const { pageId, state } of await store.readPages(scanId)) {
    if (state !== 'done') await store.updatePage(scanId, pageId, (page) => endPage(page, end));
  }
  await store.recordPagesEnded(scanId, now);
}

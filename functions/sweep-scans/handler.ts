import type { ScheduledEvent } from 'aws-lambda';
import { endPage, isLeaseOver, readPages, recoverPages } from '../../adapters/dynamodb/frontier.ts';
import type { ScanItem } from '../../adapters/dynamodb/scan-item.ts';
import { cancelScan, failScan, listDueScans, sweepAgain } from '../../adapters/dynamodb/scan-progress.ts';
import { getSite } from '../../adapters/dynamodb/sites.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { sendPlan } from '../../adapters/queues/send.ts';
import { SCAN_AGE_MAX_MS } from '../../core/scans/pacing.ts';
import { isFinal } from '../../core/scans/scan.ts';
import { moveOn, sendUnsent } from '../pipeline/move-on.ts';
import { openPipeline } from '../pipeline/pipeline.ts';
import { env } from './env.ts';

const pipeline = openPipeline(env);

/** What the schedule says of a run: when it was due, RFC 3339. */
type ScheduledRun = Pick<ScheduledEvent, 'time'>;

/**
 * Runs every minute and brings every scan back on its way that lost a message, a sender or a browser. It
 * re-sends what is due before it gives anything up. One scan that cannot be swept does not keep it from the
 * others.
 */
export async function handler({ time }: ScheduledRun): Promise<void> {
  const now = new Date(time);
  const failures: unknown[] = [];
  for (const scan of await listDueScans(pipeline.store, now)) {
    try {
      await sweep(scan, now);
      await sweepAgain(pipeline.store, scan.scanId, now);
    } catch (error) {
      logger.error('could not sweep a scan', {
        error,
        scanId: scan.scanId,
        correlationId: scan.correlationId,
      });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} scans could not be swept`);
}

async function sweep(scan: ScanItem, now: Date): Promise<void> {
  const { accountId, scanId, correlationId } = scan;
  if (!isFinal(scan.status)) {
    if (!(await getSite(pipeline.store, accountId, scan.siteId))) {
      const by = { accountId, actor: 'service', requestId: correlationId };
      await cancelScan(pipeline.store, scanId, 'site-deleted', by, now);
    } else if (Date.parse(scan.createdAt) + SCAN_AGE_MAX_MS <= now.getTime()) {
      await giveUp(scan, now);
    } else if (!scan.planned) {
      await sendPlan(env.PLAN_QUEUE_URL, { accountId, scanId, correlationId });
    } else {
      await sendUnsent(pipeline, scanId, now);
      await recoverLost(scanId, now);
    }
  }
  await moveOn(pipeline, scanId, now);
}

/**
 * A page whose lease is over was lost with its browser, and with them the pages that waited for that browser.
 */
async function recoverLost(scanId: string, now: Date): Promise<void> {
  const pages = await readPages(pipeline.store, scanId);
  const lostChunks = new Set(
    pages.filter((page) => page.state === 'queued' && isLeaseOver(page, now)).map((page) => page.chunkId),
  );
  const lost = pages.filter((page) => page.state === 'queued' && lostChunks.has(page.chunkId));
  await recoverPages(pipeline.store, lost, now);
}

async function giveUp({ scanId, planned }: ScanItem, now: Date): Promise<void> {
  if (!planned) return failScan(pipeline.store, scanId, 'planning-failed', now);
  for (const page of await readPages(pipeline.store, scanId)) {
    if (page.state === 'done') continue;
    await endPage(pipeline.store, scanId, page.pageId, {
      outcome: 'service-fault',
      detail: 'The scan took longer than a day and was given up.',
    });
  }
}

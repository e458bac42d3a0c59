import type { ScheduledEvent } from 'aws-lambda';
import { endPage, isLeaseOver, readPages, recoverPages } from '../../adapters/dynamodb/frontier.ts';
import type { ScanItem } from '../../adapters/dynamodb/scan-item.ts';
import {
  cancelScan,
  failScan,
  listDueScans,
  markPagesEnded,
  sweepAgain,
} from '../../adapters/dynamodb/scan-progress.ts';
import { getSite } from '../../adapters/dynamodb/sites.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { sendPlan } from '../../adapters/queues/send.ts';
import { SCAN_AGE_MAX_MS } from '../../core/scans/pacing.ts';
import { isFinal } from '../../core/scans/scan.ts';
import { givePlaceBack } from '../pipeline/give-place-back.ts';
import { moveOn } from '../pipeline/move-on.ts';
import { openPipeline } from '../pipeline/pipeline.ts';
import { sendUnsent } from '../pipeline/send-taken.ts';
import { schema } from './env.ts';

/** What the schedule says of a run: when it was due, RFC 3339. */
type ScheduledRun = Pick<ScheduledEvent, 'time'>;

const AT_ONCE = 8;

/**
 * Runs every minute and brings every scan back on its way that lost a message, a sender or a browser. It
 * re-sends what is due before it gives anything up. One scan that cannot be swept does not keep it from the
 * others.
 */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const pipeline = openPipeline(env);

  return async function handle({ time }: ScheduledRun): Promise<void> {
    const now = new Date(time);
    const due = await listDueScans(pipeline.store, now);
    const failures: unknown[] = [];
    const sweepNext = async () => {
      for (let scanId = due.shift(); scanId !== undefined; scanId = due.shift()) {
        await sweepAndLog(scanId, now).catch((error) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sweepNext));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} scans could not be swept`);
  };

  async function sweepAndLog(scanId: string, now: Date): Promise<void> {
    try {
      // First, so that a scan that cannot be swept does not stay ahead of the others.
      const scan = await sweepAgain(pipeline.store, scanId, now);
      if (scan) await sweep(scan, now);
    } catch (error) {
      logger().error('could not sweep a scan', { error, scanId });
      throw error;
    }
  }

  async function sweep(scan: ScanItem, now: Date): Promise<void> {
    const { accountId, scanId, correlationId, status, planned, outstanding, inFlight } = scan;
    logger().info('swept', { scanId, correlationId, status, planned, outstanding, inFlight });
    if (!isFinal(status)) {
      if (!(await getSite(pipeline.store, accountId, scan.siteId))) {
        const by = { accountId, actor: 'service', requestId: correlationId };
        await cancelScan(pipeline.store, scanId, 'site-deleted', by, now);
      } else if (Date.parse(scan.createdAt) + SCAN_AGE_MAX_MS <= now.getTime()) {
        await giveUp(scan, now);
      } else if (!planned) {
        await sendPlan(env.PLAN_QUEUE_URL, { accountId, scanId, correlationId });
      } else {
        await recoverLost(scan, now);
        await sendUnsent(pipeline, scan, now);
      }
    }
    await moveOn(pipeline, scanId, now);
  }

  /**
   * A page whose lease is over was lost with its browser, and with them the pages that waited for that browser.
   */
  async function recoverLost(scan: ScanItem, now: Date): Promise<void> {
    const pages = await readPages(pipeline.store, scan.scanId);
    const lostChunks = new Set(
      pages.filter((page) => page.state === 'queued' && isLeaseOver(page, now)).map((page) => page.chunkId),
    );
    const lost = pages.filter((page) => page.state === 'queued' && lostChunks.has(page.chunkId));
    await recoverPages(pipeline.store, lost, now);
    for (const chunkId of lostChunks) {
      if (chunkId !== undefined) await givePlaceBack(pipeline, scan, chunkId, now);
    }
  }

  /** Ends what has not ended, and the crawl with it. */
  async function giveUp({ scanId, planned }: ScanItem, now: Date): Promise<void> {
    if (!planned) return failScan(pipeline.store, scanId, 'planning-failed', now);
    for (const page of await readPages(pipeline.store, scanId)) {
      if (page.state === 'done') continue;
      await endPage(pipeline.store, scanId, page.pageId, {
        outcome: 'service-fault',
        detail: 'The scan took longer than a day and was given up.',
      });
    }
    await markPagesEnded(pipeline.store, scanId, now);
  }
}

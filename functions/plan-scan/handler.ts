import { addPages } from '../../adapters/dynamodb/frontier.ts';
import { markPlanned } from '../../adapters/dynamodb/scan-progress.ts';
import { getScan, readStartUrls } from '../../adapters/dynamodb/scans.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { consume } from '../../adapters/queues/consume.ts';
import { firstPages } from '../../core/scans/first-pages.ts';
import { planMessageSchema } from '../../core/scans/messages.ts';
import { isFinal } from '../../core/scans/scan.ts';
import { moveOn } from '../pipeline/move-on.ts';
import { openPipeline } from '../pipeline/pipeline.ts';
import { env } from './env.ts';

const pipeline = openPipeline(env);

/** Turns a scan into its first pages and hands out as many as may be out at once. */
export const handler = consume(planMessageSchema, async ({ message: { scanId } }) => {
  const scan = await getScan(pipeline.store, scanId);
  if (!scan || isFinal(scan.status)) return;
  if (!scan.planned) {
    const pages = await firstPages(scanId, await readStartUrls(pipeline.store, scanId));
    await addPages(pipeline.store, scanId, pages);
    await markPlanned(pipeline.store, scanId);
    logger.info('planned', { pages: pages.length });
  }
  await moveOn(pipeline, scanId, new Date());
});

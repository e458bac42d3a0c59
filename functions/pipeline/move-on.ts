import type { ScanItem } from '../../adapters/dynamodb/scan-item.ts';
import { markPagesEnded } from '../../adapters/dynamodb/scan-progress.ts';
import { readScanItem } from '../../adapters/dynamodb/scans.ts';
import { sendFinish } from '../../adapters/queues/send.ts';
import { isFinal } from '../../core/scans/scan.ts';
import { handOutPages } from './hand-out-pages.ts';
import { finishOpening, openNextDepth } from './open-depth.ts';
import type { Pipeline } from './pipeline.ts';

/**
 * Does whatever is due next for a scan: hands out open pages while there is room, opens the next depth when all
 * pages of the present one have ended, or asks for the report when there is none. It reads the scan again and may
 * be called at any time and any number of times.
 */
export async function moveOn(pipeline: Pipeline, scanId: string, now: Date): Promise<void> {
  const { store } = pipeline;
  const scan = await readScanItem(store, scanId);
  if (scan?.report !== 'pending') return;
  if (isFinal(scan.status)) return askForReport(pipeline, scan);
  if (scan.opening) {
    await finishOpening(store, scan);
    return moveOn(pipeline, scanId, now);
  }
  if (scan.outstanding > 0) return handOutPages(pipeline, scan, now);
  if (scan.finishedAt === undefined && (await openNextDepth(store, scan)))
    return moveOn(pipeline, scanId, now);
  await markPagesEnded(store, scanId, now);
  await askForReport(pipeline, scan);
}

async function askForReport(
  pipeline: Pipeline,
  { accountId, scanId, correlationId }: ScanItem,
): Promise<void> {
  await sendFinish(pipeline.finishQueue, { accountId, scanId, correlationId });
}

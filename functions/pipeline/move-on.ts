import { listUnsent, markSent, readOpenPages, takeChunk } from '../../adapters/dynamodb/chunks.ts';
import type { ScanItem } from '../../adapters/dynamodb/scan-item.ts';
import { markPagesEnded } from '../../adapters/dynamodb/scan-progress.ts';
import { readScanItem } from '../../adapters/dynamodb/scans.ts';
import { sendChunk, sendFinish } from '../../adapters/queues/send.ts';
import { resolveRuleSets } from '../../core/rule-sets/rule-sets.ts';
import type { ChunkMessage } from '../../core/scans/messages.ts';
import { cutIntoChunks, resendPauseSeconds, roomInFlight } from '../../core/scans/pacing.ts';
import { isFinal } from '../../core/scans/scan.ts';
import type { Pipeline } from './pipeline.ts';

/**
 * Does whatever is due next for a scan: hands out open pages while there is room, or asks for the report when
 * nothing is outstanding. It reads the scan again and may be called at any time and any number of times.
 */
export async function moveOn(pipeline: Pipeline, scanId: string, now: Date): Promise<void> {
  const scan = await readScanItem(pipeline.store, scanId);
  if (scan?.report !== 'pending') return;
  if (isFinal(scan.status)) await askForReport(pipeline, scan);
  else if (scan.outstanding === 0) {
    await markPagesEnded(pipeline.store, scanId, now);
    await askForReport(pipeline, scan);
  } else await handOutPages(pipeline, scan, now);
}

/** Sends the chunks that were written beside their pages but whose sender was lost before it sent them. */
export async function sendUnsent(pipeline: Pipeline, scanId: string, now: Date): Promise<void> {
  for (const message of await listUnsent(pipeline.store, scanId, now)) await sendTaken(pipeline, message);
}

async function askForReport(
  pipeline: Pipeline,
  { accountId, scanId, correlationId }: ScanItem,
): Promise<void> {
  await sendFinish(pipeline.finishQueue, { accountId, scanId, correlationId });
}

async function handOutPages(pipeline: Pipeline, scan: ScanItem, now: Date): Promise<void> {
  const room = roomInFlight(pipeline.pacing, scan.inFlight);
  if (room === 0) return;
  const open = await readOpenPages(pipeline.store, scan.scanId, room);
  const { ruleIds } = resolveRuleSets(scan.config.rules);
  for (const pages of cutIntoChunks(open, pipeline.pacing.pagesPerChunk)) {
    const message = await takeChunk(pipeline.store, scan, ruleIds, pages, now);
    if (message === undefined) return;
    await sendTaken(pipeline, message, resendPauseSeconds(Math.max(...pages.map(({ sends }) => sends))));
  }
}

async function sendTaken(pipeline: Pipeline, message: ChunkMessage, pauseSeconds = 0): Promise<void> {
  await sendChunk(pipeline.scanQueues[message.priority], message, pauseSeconds);
  await markSent(pipeline.store, message.scanId, message.chunkId);
}

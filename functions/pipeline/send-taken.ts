import { listUnsent, markSent } from '../../adapters/dynamodb/chunks.ts';
import { readPause } from '../../adapters/dynamodb/server-places.ts';
import { sendChunk } from '../../adapters/queues/send.ts';
import type { ChunkMessage } from '../../core/scans/messages.ts';
import { UNSENT_AFTER_MS } from '../../core/scans/pacing.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { serverOf } from '../../core/scans/server-places.ts';
import type { Pipeline } from './pipeline.ts';

/** Sends a chunk that was taken, and forgets that it is still to be sent. */
export async function sendTaken(pipeline: Pipeline, message: ChunkMessage, pauseSeconds = 0): Promise<void> {
  await sendChunk(pipeline.scanQueues[message.priority], message, pauseSeconds);
  await markSent(pipeline.store, message.scanId, message.chunkId);
}

/**
 * Sends the chunks that were written beside their pages but whose sender was lost before it sent them.
 * @throws AggregateError when some could not be sent; the others were
 */
export async function sendUnsent(pipeline: Pipeline, scan: Scan, now: Date): Promise<void> {
  const failures: unknown[] = [];
  const pause = await readPause(pipeline.store, serverOf(scan), now);
  const before = new Date(now.getTime() - UNSENT_AFTER_MS);
  for (const message of await listUnsent(pipeline.store, scan.scanId, before)) {
    await sendTaken(pipeline, message, pause).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} chunks could not be sent`);
}

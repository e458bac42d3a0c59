import {
  buildFinishMessage,
  buildRecordMessage,
  type ChunkMessage,
  type FinishMessage,
  type PlanMessage,
  type RecordMessage,
} from '../core/scans/messages.ts';
import type { Scan, ScanFailure } from '../core/scans/scan.ts';
import { canBeSettled, type TrackedScan } from '../core/scans/tracked-scan.ts';
import type { Log } from './log.ts';

/** The dependencies of the functions that handle dead letters. */
export interface DeadLetterSettler {
  readTrackedScan(scanId: string): Promise<TrackedScan | undefined>;
  /** Ends a scan as failed, unless it has ended. */
  failScan(scanId: string, failure: ScanFailure, now: Date): Promise<void>;
  /**
   * Settles a scan without a report, as failed unless it has ended. Returns false if it has changed since it was read.
   */
  settleScan(scan: Scan, end: { report: 'none'; failure: ScanFailure }): Promise<boolean>;
  sendFinish(message: FinishMessage): Promise<void>;
  sendRecord(message: RecordMessage): Promise<void>;
  log: Log;
}

/**
 * Ends a scan as failed because it could not be planned. A scan that was planned before continues, because the message
 * was a duplicate.
 */
export async function settleDeadPlan(
  settler: DeadLetterSettler,
  message: PlanMessage,
  now: Date,
): Promise<void> {
  settler.log.error('planning a scan failed repeatedly');
  const scan = await settler.readTrackedScan(message.scanId);
  if (scan?.planned !== false) return;
  await settler.failScan(message.scanId, 'planning-failed', now);
  await settler.sendFinish(buildFinishMessage(message));
}

/** Settles a scan without a report because its report could not be built. */
export async function settleDeadFinish(settler: DeadLetterSettler, { scanId }: FinishMessage): Promise<void> {
  settler.log.error('building a report failed repeatedly');
  for (;;) {
    const scan = await settler.readTrackedScan(scanId);
    if (scan === undefined || !canBeSettled(scan)) return;
    if (await settler.settleScan(scan, { report: 'none', failure: 'finishing-failed' })) return;
  }
}

/** Reports a chunk that failed repeatedly to the recorder, which knows which of its pages are still open. */
export async function settleDeadChunk(settler: DeadLetterSettler, message: ChunkMessage): Promise<void> {
  settler.log.error('scanning a chunk failed repeatedly', { chunkId: message.chunkId });
  const pageIds = message.pages.map(({ pageId }) => pageId);
  await settler.sendRecord(buildRecordMessage(message, { type: 'chunk-dead', pageIds }));
}

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

/** What ends what a queue gave up. */
export interface DeadLetterSettler {
  readTrackedScan(scanId: string): Promise<TrackedScan | undefined>;
  /** Ends a scan as failed, unless it has ended. */
  failScan(scanId: string, failure: ScanFailure, now: Date): Promise<void>;
  /** Settles a scan without a report, as failed unless it has ended. Returns false if it has changed since it was read. */
  settleScan(scan: Scan, end: { report: 'none'; failure: ScanFailure }): Promise<boolean>;
  sendFinish(message: FinishMessage): Promise<void>;
  sendRecord(message: RecordMessage): Promise<void>;
  log: Log;
}

/** Fails a scan that could not be planned. One that was planned before continues: the message was a duplicate. */
export async function settleDeadPlan(
  settler: DeadLetterSettler,
  message: PlanMessage,
  now: Date,
): Promise<void> {
  settler.log.error('a plan was given up');
  const scan = await settler.readTrackedScan(message.scanId);
  if (scan?.planned !== false) return;
  await settler.failScan(message.scanId, 'planning-failed', now);
  await settler.sendFinish(buildFinishMessage(message));
}

/** Fails a scan whose report could not be built; it has none. */
export async function settleDeadFinish(settler: DeadLetterSettler, { scanId }: FinishMessage): Promise<void> {
  settler.log.error('a report was given up');
  for (;;) {
    const scan = await settler.readTrackedScan(scanId);
    if (scan === undefined || !canBeSettled(scan)) return;
    if (await settler.settleScan(scan, { report: 'none', failure: 'finishing-failed' })) return;
  }
}

/** Reports a chunk that failed again and again to the recorder, which knows which of its pages are still open. */
export async function settleDeadChunk(settler: DeadLetterSettler, message: ChunkMessage): Promise<void> {
  settler.log.error('a chunk was given up', { chunkId: message.chunkId });
  const pageIds = message.pages.map(({ pageId }) => pageId);
  await settler.sendRecord(buildRecordMessage(message, { type: 'chunk-dead', pageIds }));
}

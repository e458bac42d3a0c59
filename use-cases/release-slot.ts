import { getScanHost } from '../core/scans/host-slots.ts';
import type { ChunkMessage } from '../core/scans/messages.ts';
import type { Scan } from '../core/scans/scan.ts';
import { advanceScan } from './advance-scan.ts';
import type { HostSlots, ScanStore } from './scan-store.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/** Releases the slot of a chunk, and advances the scans that wait for a slot at the same host. */
export async function releaseSlot(
  workflow: ScanWorkflow,
  { host, chunkId }: Pick<ChunkMessage, 'host' | 'chunkId'>,
  now: Date,
): Promise<void> {
  const { slots, pacing, log } = workflow;
  await slots.releaseSlot(host, chunkId);
  // An account that must wait does not keep other accounts of the same priority waiting.
  const mustWait = new Set<string>();
  for (const { scanId, accountId, priority } of await slots.listWaitingScans(host)) {
    const kind = `${accountId} ${priority}`;
    if (mustWait.has(kind)) continue;
    const request = { accountId, priority, slots: pacing.hostConcurrency };
    const slot = await slots.findSlot(host, request, now);
    if (slot === undefined) mustWait.add(kind);
    else {
      // Remove it first: a scan that finds no slot is recorded as waiting again.
      await slots.removeWaitingScan(host, scanId);
      // An error of the waiting scan must not fail this chunk. The sweeper advances the scan later.
      await advanceScan(workflow, scanId, now).catch((error) =>
        log.error('could not advance a waiting scan; the sweeper advances it later', { error, scanId }),
      );
    }
  }
}

/** Deletes the unsent chunks of an ended scan and releases their slots, because no browser will report their end. */
export async function discardUnsentChunks(
  store: Pick<ScanStore, 'listUnsentChunks' | 'recordChunkSent'>,
  slots: Pick<HostSlots, 'releaseSlot'>,
  scan: Scan,
): Promise<void> {
  for (const { chunkId } of await store.listUnsentChunks(scan.scanId)) {
    await slots.releaseSlot(getScanHost(scan), chunkId);
    await store.recordChunkSent(scan.scanId, chunkId);
  }
}

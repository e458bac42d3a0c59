import { getScanHost, getSlotLimit } from '../core/scans/host-slots.ts';
import type { Priority } from '../core/scans/priority.ts';
import type { Scan } from '../core/scans/scan.ts';
import { advanceScan } from './advance-scan.ts';
import type { HostSlots, ScanStore } from './scan-store.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/** Releases the slot that a chunk held at its host, and advances the scans that wait for one there. */
export async function releaseSlot(
  workflow: ScanWorkflow,
  scan: Scan,
  chunkId: string,
  now: Date,
): Promise<void> {
  const { slots, pacing, log } = workflow;
  const host = getScanHost(scan);
  await slots.releaseSlot(host, chunkId);
  const full = new Set<Priority>();
  for (const { scanId, priority } of await slots.listWaitingScans(host)) {
    if (full.has(priority)) continue;
    const slot = await slots.findSlot(host, getSlotLimit(priority, pacing.slotsPerHost), now);
    if (slot === undefined) full.add(priority);
    else {
      // First: a scan that finds no slot after all waits again.
      await slots.removeWaitingScan(host, scanId);
      // Its fault is not a fault of this chunk; the sweeper advances it later.
      await advanceScan(workflow, scanId, now).catch((error) =>
        log.error('could not advance a waiting scan', { error, scanId }),
      );
    }
  }
}

/**
 * Forgets the chunks of an ended scan that were taken and never sent, and releases their slots: no browser will report
 * their end.
 */
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

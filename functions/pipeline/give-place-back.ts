import { findPlace, leavePlace, listWaiting, stopWaiting } from '../../adapters/dynamodb/server-places.ts';
import { logger } from '../../adapters/observability/logger.ts';
import type { Priority } from '../../core/scans/priority.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { placesFor, serverOf } from '../../core/scans/server-places.ts';
import { moveOn } from './move-on.ts';
import type { Pipeline } from './pipeline.ts';

/** Gives the place that a chunk held at its server back, and moves the scans on that wait for one there. */
export async function givePlaceBack(
  pipeline: Pipeline,
  scan: Scan,
  chunkId: string,
  now: Date,
): Promise<void> {
  const { store, pacing } = pipeline;
  const server = serverOf(scan);
  await leavePlace(store, server, chunkId);
  const full = new Set<Priority>();
  for (const { scanId, priority } of await listWaiting(store, server)) {
    if (full.has(priority)) continue;
    const place = await findPlace(store, server, placesFor(priority, pacing.placesPerServer), now);
    if (place === undefined) full.add(priority);
    else {
      // First: a scan that finds no place after all waits again.
      await stopWaiting(store, server, scanId);
      // A fault of theirs is not this chunk's; the sweeper comes by.
      await moveOn(pipeline, scanId, now).catch((error) =>
        logger().error('could not move a waiting scan on', { error, scanId }),
      );
    }
  }
}

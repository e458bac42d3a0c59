import { listUnsent, markSent } from '../../adapters/dynamodb/chunks.ts';
import { leavePlace } from '../../adapters/dynamodb/server-places.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { serverOf } from '../../core/scans/server-places.ts';

/**
 * Forgets the chunks of a scan that ended which were taken and never sent, and gives their places back: nobody will
 * say of them that their browser is gone.
 */
export async function forgetUnsent(store: Store, scan: Scan): Promise<void> {
  for (const { chunkId } of await listUnsent(store, scan.scanId)) {
    await leavePlace(store, serverOf(scan), chunkId);
    await markSent(store, scan.scanId, chunkId);
  }
}

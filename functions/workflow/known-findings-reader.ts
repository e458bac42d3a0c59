import { findScan } from '../../adapters/dynamodb/scans.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { getObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import {
  type KnownFindings,
  knownFindingsSchema,
  selectAvailable,
} from '../../core/comparison/known-findings.ts';
import { buildRevisionKey, hasRevision, revisionParts } from '../../core/scans/object-keys.ts';

/** Number of scans whose fingerprints are cached. The fingerprints of a large site have a few megabytes. */
const CACHED_MAX = 4;

/**
 * Returns a function that reads what later scans need to know of a scan while they run, and caches it. The function
 * returns null if the objects of the scan were deleted, and throws if they cannot be read.
 */
export function createKnownFindingsReader(
  store: Store,
  bucket: ReportBucket,
): (scanId: string) => Promise<KnownFindings | null> {
  const cached = new Map<string, KnownFindings | null>();
  const exists = async (scanId: string) => (await findScan(store, scanId)) !== undefined;
  return async (scanId) => {
    let known = cached.get(scanId);
    if (known === undefined) {
      known = await fetchKnown(store, bucket, scanId);
      const [oldest] = cached.keys();
      if (cached.size >= CACHED_MAX && oldest !== undefined) cached.delete(oldest);
      cached.set(scanId, known);
    }
    // Not cached, because a scan can be deleted at any time.
    return known && (await selectAvailable(known, exists));
  };
}

async function fetchKnown(store: Store, bucket: ReportBucket, scanId: string): Promise<KnownFindings | null> {
  const scan = await findScan(store, scanId);
  if (!scan || !hasRevision(scan)) return null;
  const stored = await getObject(bucket, buildRevisionKey(scan, revisionParts.known));
  if (stored === undefined) return null;
  return knownFindingsSchema.safeParse(JSON.parse(new TextDecoder().decode(stored))).data ?? null;
}

import { findScan } from '../../adapters/dynamodb/scans.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { getObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { type KnownFindings, knownFindingsSchema } from '../../core/comparison/known-findings.ts';
import { buildRevisionKey, hasRevision, revisionParts } from '../../core/scans/object-keys.ts';

/** Scans whose fingerprints stay in memory; those of a large site have a few megabytes. */
const CACHED_MAX = 4;

/**
 * Reads the findings of baselines that need no new picture, and caches some. They decide that and nothing else; so of a
 * baseline whose objects are gone or cannot be read now there are none: null.
 */
export function createKnownFindingsReader(
  store: Store,
  bucket: ReportBucket,
): (scanId: string) => Promise<KnownFindings | null> {
  const cached = new Map<string, KnownFindings | null>();
  return async (scanId) => {
    const before = cached.get(scanId);
    if (before !== undefined) return before;
    try {
      const known = await fetchKnown(store, bucket, scanId);
      const [oldest] = cached.keys();
      if (cached.size >= CACHED_MAX && oldest !== undefined) cached.delete(oldest);
      cached.set(scanId, known);
      return known;
    } catch (error) {
      logger().warn('could not read what the baseline knew', { error, baseline: scanId });
      return null;
    }
  };
}

async function fetchKnown(store: Store, bucket: ReportBucket, scanId: string): Promise<KnownFindings | null> {
  const scan = await findScan(store, scanId);
  if (!scan || !hasRevision(scan)) return null;
  const stored = await getObject(bucket, buildRevisionKey(scan, revisionParts.known));
  if (stored === undefined) return null;
  return knownFindingsSchema.safeParse(JSON.parse(new TextDecoder().decode(stored))).data ?? null;
}

import { getScan } from '../../adapters/dynamodb/scans.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { getObject } from '../../adapters/report-bucket/report-bucket.ts';
import { type KnownFindings, knownFindingsSchema } from '../../core/comparison/known-of.ts';
import { editionKey, editionParts, hasEdition } from '../../core/scans/result-key.ts';
import type { Pipeline } from './pipeline.ts';

/** Scans whose fingerprints are held; those of a large site have a few megabytes. */
const HELD_MAX = 4;
const held = new Map<string, KnownFindings | null>();

/**
 * The findings of a baseline that need no new picture. They decide that and nothing else; so of a baseline whose objects
 * are gone, cannot be read now, or are of an earlier version, there are none: null.
 */
export async function readKnown(pipeline: Pipeline, scanId: string): Promise<KnownFindings | null> {
  const before = held.get(scanId);
  if (before !== undefined) return before;
  try {
    const known = await fetchKnown(pipeline, scanId);
    const [oldest] = held.keys();
    if (held.size >= HELD_MAX && oldest !== undefined) held.delete(oldest);
    held.set(scanId, known);
    return known;
  } catch (error) {
    logger().warn('could not read what the baseline knew', { error, baseline: scanId });
    return null;
  }
}

async function fetchKnown({ store, bucket }: Pipeline, scanId: string): Promise<KnownFindings | null> {
  const scan = await getScan(store, scanId);
  if (!scan || !hasEdition(scan)) return null;
  const stored = await getObject(bucket, editionKey(scan, editionParts.known));
  if (stored === undefined) return null;
  return knownFindingsSchema.safeParse(JSON.parse(new TextDecoder().decode(stored))).data ?? null;
}

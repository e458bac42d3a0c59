import { z } from 'zod';
import { getScan } from '../../adapters/dynamodb/scans.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { getObject } from '../../adapters/report-bucket/report-bucket.ts';
import { editionKey, editionParts, hasEdition } from '../../core/scans/result-key.ts';
import type { Pipeline } from './pipeline.ts';

const knownSchema = z.record(z.string(), z.string());

/** The fingerprints that a scan knew, by page identity, as `packKnown` writes them. */
export type KnownByPage = z.infer<typeof knownSchema>;

/** Scans whose fingerprints are held; those of a large site have a few megabytes. */
const HELD_MAX = 4;
const held = new Map<string, KnownByPage>();

/**
 * The fingerprints that a baseline knew. They decide which findings pictures are taken of and nothing else, so that
 * a baseline whose objects are gone, or cannot be read now, knows none.
 */
export async function readKnown(pipeline: Pipeline, scanId: string): Promise<KnownByPage> {
  const before = held.get(scanId);
  if (before) return before;
  try {
    const known = await fetchKnown(pipeline, scanId);
    const [oldest] = held.keys();
    if (held.size >= HELD_MAX && oldest !== undefined) held.delete(oldest);
    held.set(scanId, known);
    return known;
  } catch (error) {
    logger.warn('could not read what the baseline knew', { error, baseline: scanId });
    return {};
  }
}

async function fetchKnown({ store, bucket }: Pipeline, scanId: string): Promise<KnownByPage> {
  const scan = await getScan(store, scanId);
  if (!scan || !hasEdition(scan)) return {};
  const stored = await getObject(bucket, editionKey(scan, editionParts.known));
  return stored ? knownSchema.parse(JSON.parse(new TextDecoder().decode(stored))) : {};
}

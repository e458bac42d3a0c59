import type { ChunkWork } from '../../adapters/dynamodb/chunks.ts';
import { readReference } from '../../adapters/dynamodb/references.ts';
import { maskingOf } from '../../core/findings/masking.ts';
import { homeOf, pageIdentity } from '../../core/findings/page-identity.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import type { Pipeline } from './pipeline.ts';
import { readKnown } from './read-known.ts';

/** What a browser is told so that it can say of a finding whether it is known. */
export type FindingWork = Pick<ChunkWork, 'marks' | 'describe'>;

/**
 * Bytes of known fingerprints in the message of one chunk, which is also an item of the table with its 400 KB. A page
 * that has more than its share goes without: it is then pictured anew.
 */
const KNOWN_BYTES_MAX = 200_000;

/** How the findings of a scan are told from those of its baseline while it is scanned. */
export async function findingWork(
  pipeline: Pipeline,
  scanId: string,
  { startUrls, settings }: ScanStart,
  now: Date,
): Promise<FindingWork> {
  const reference = await readReference(pipeline.store, scanId);
  const found =
    reference?.baseline && settings.page.screenshots === 'new'
      ? await readKnown(pipeline, reference.baseline.scanId)
      : null;
  const isUsable =
    found !== null && found.masking === maskingOf(settings.page) && now.toISOString() < found.until;
  const known = isUsable ? found.pages : {};
  // Where the start URL moves a site is never another home: it keeps host and port, but for `www.` and the scheme.
  const home = homeOf(startUrls, null);
  const share = KNOWN_BYTES_MAX / pipeline.pacing.pagesPerChunk;
  return {
    marks: reference?.marks ?? [],
    describe(url) {
      const identity = pageIdentity(url, home, settings.crawl.hashRoutes);
      const packed = Object.hasOwn(known, identity) ? known[identity] : undefined;
      return { identity, ...(packed !== undefined && packed.length <= share ? { known: packed } : {}) };
    },
  };
}

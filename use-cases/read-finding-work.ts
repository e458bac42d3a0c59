import { hashMasking } from '../core/findings/masking.ts';
import { buildPageIdentity, getHomeOrigins } from '../core/findings/page-identity.ts';
import type { ChunkWork } from '../core/scans/messages.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/**
 * Bytes of known fingerprints in the message of one chunk, which is also an item of the table with its 400 KB. Of a page
 * that exceeds its share none are sent: pictures of its findings are then taken again.
 */
const KNOWN_BYTES_MAX = 200_000;

/** Returns what the browser compares findings with while it scans: the suppression selectors and the baseline's findings. */
export async function readFindingWork(
  { store, readKnown, pacing }: ScanWorkflow,
  scanId: string,
  { startUrls, settings }: ScanStart,
  now: Date,
): Promise<Pick<ChunkWork, 'marks' | 'describe'>> {
  const reference = await store.readReference(scanId);
  if (reference === undefined) throw new Error(`scan ${scanId} has open pages but no reference`);
  const found =
    reference.baseline && settings.page.screenshots === 'new'
      ? await readKnown(reference.baseline.scanId)
      : null;
  const isUsable =
    found !== null && found.masking === hashMasking(settings.page) && now.toISOString() < found.until;
  const known = isUsable ? found.pages : {};
  // A start URL that moves within the site does not change this: host and port stay, but for `www.` and the scheme.
  const home = getHomeOrigins(startUrls, null);
  const share = KNOWN_BYTES_MAX / pacing.pagesPerChunk;
  return {
    marks: reference.marks,
    describe(url) {
      const identity = buildPageIdentity(url, home, settings.crawl.hashRoutes);
      const packed = Object.hasOwn(known, identity) ? known[identity] : undefined;
      return { identity, ...(packed !== undefined && packed.length <= share ? { known: packed } : {}) };
    },
  };
}

import { hashMasking } from '../core/findings/masking.ts';
import { buildPageIdentity, getHomeOrigins } from '../core/findings/page-identity.ts';
import type { ChunkWork } from '../core/scans/messages.ts';
import { KNOWN_BYTES_MAX } from '../core/scans/pacing.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import type { ScanWorkflow } from './scan-workflow.ts';

/**
 * Returns the data that the browser matches findings with while it scans: the suppression selectors and the known
 * findings of the baseline.
 */
export async function readFindingWork(
  { store, readKnown, pacing, log }: ScanWorkflow,
  scanId: string,
  { startUrls, settings }: ScanStart,
  now: Date,
): Promise<Pick<ChunkWork, 'marks' | 'describe'>> {
  const reference = await store.readReference(scanId);
  if (reference === undefined) throw new Error(`the scan ${scanId} has open pages but no reference`);
  const found =
    reference.baseline && settings.page.screenshots === 'new'
      ? await readKnown(reference.baseline.scanId).catch((error) => {
          log.warn('could not read the known findings of the baseline; all its pictures are taken again', {
            error,
            baseline: reference.baseline?.scanId,
          });
          return null;
        })
      : null;
  const isUsable =
    found !== null && found.masking === hashMasking(settings.page) && now.toISOString() < found.until;
  const known = isUsable ? found.pages : {};
  // A redirect of a start URL within the site does not change this: host and port stay the same, except for `www.` and
  // the scheme.
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

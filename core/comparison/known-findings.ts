import { z } from 'zod';
import { getFreshUntil, isFresh, type PictureAge } from '../findings/earlier-pictures.ts';
import { packKnownFingerprints } from '../findings/known-fingerprints.ts';
import { joinPackedDigests } from '../findings/packed-digests.ts';
import { listJudgedPages } from './judged-pages.ts';
import type { SiteState } from './site-state.ts';

const packedPagesSchema = z.record(z.string(), z.string());

/**
 * What later scans need to know of a scan while they run: the pages that it judged, and the findings that need no new
 * picture, because the later scan shows the earlier picture or no picture can be taken.
 */
export const knownFindingsSchema = z.object({
  /** See `hashMasking`: a scan with different masking takes new pictures. */
  masking: z.string(),
  /** Until when the pictures can be shown, RFC 3339. A scan after that time takes new pictures. */
  until: z.string(),
  /** Fingerprints by page identity, each as `packKnownFingerprints` writes them. */
  pages: packedPagesSchema,
  /** See `computeDiscoveryKey`. */
  discoveryKey: z.string().nullable(),
  /** Path, query and fragment of the pages that the scan judged. */
  judged: z.array(z.string()),
  /** Those whose picture is among the objects of an earlier scan, by the id of that scan: see `selectAvailable`. */
  elsewhere: z.record(z.string(), packedPagesSchema).optional(),
});
export type KnownFindings = z.infer<typeof knownFindingsSchema>;

/** Maximum number of earlier scans whose pictures later scans may use, so that few reads show which of them exist. */
const EARLIER_SCANS_MAX = 10;

/** Returns what later scans need to know of a state while they run. Pages without known findings are omitted. */
export function collectKnownFindings(state: SiteState, now: PictureAge): KnownFindings {
  const { scanId, discoveryKey, pages } = state;
  const { masking } = now;
  const own: [string, string][] = [];
  const elsewhere = new Map<string, [string, string][]>();
  for (const [identity, { rules }] of Object.entries(pages)) {
    const known = Object.values(rules)
      .flatMap(({ findings }) => findings)
      .filter(({ picture }) => picture === undefined || (picture !== null && isFresh(picture, now)));
    for (const [storedWith, findings] of Map.groupBy(known, ({ picture }) => picture?.storedWith ?? scanId)) {
      const packed = packKnownFingerprints(findings.flatMap((each) => [each.fingerprint, ...each.formerly]));
      if (storedWith === scanId) own.push([identity, packed]);
      else elsewhere.set(storedWith, [...(elsewhere.get(storedWith) ?? []), [identity, packed]]);
    }
  }
  const judged = listJudgedPages(state).map(({ path }) => path);
  const known = { masking, until: getFreshUntil(now), pages: Object.fromEntries(own), discoveryKey, judged };
  if (elsewhere.size === 0) return known;
  // Ids of scans sort by their time.
  const latest = [...elsewhere].sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, EARLIER_SCANS_MAX);
  return {
    ...known,
    elsewhere: Object.fromEntries(latest.map(([id, found]) => [id, Object.fromEntries(found)])),
  };
}

/**
 * Returns known findings without those whose picture was deleted with its scan. A scan takes new pictures of them.
 * @param exists returns whether a scan exists
 */
export async function selectAvailable(
  { elsewhere = {}, ...known }: KnownFindings,
  exists: (scanId: string) => Promise<boolean>,
): Promise<KnownFindings> {
  const pages = new Map(Object.entries(known.pages));
  for (const [scanId, found] of Object.entries(elsewhere)) {
    if (!(await exists(scanId))) continue;
    for (const [identity, packed] of Object.entries(found)) {
      const own = pages.get(identity);
      pages.set(identity, own === undefined ? packed : joinPackedDigests(own, packed));
    }
  }
  return { ...known, pages: Object.fromEntries(pages) };
}

import { z } from 'zod';
import { getFreshUntil, isFresh, type PictureAge } from '../findings/earlier-pictures.ts';
import { packKnownFingerprints } from '../findings/known-fingerprints.ts';
import type { SiteState } from './site-state.ts';

/** Findings that need no new picture: the later scan shows the earlier picture, or no picture can be taken. */
export const knownFindingsSchema = z.object({
  /** See `hashMasking`: a scan with different masking takes new pictures. */
  masking: z.string(),
  /** Until when the pictures can be shown, RFC 3339. A scan after that time takes new pictures. */
  until: z.string(),
  /** Fingerprints by page identity, each as `packKnownFingerprints` writes them. */
  pages: z.record(z.string(), z.string()),
});
export type KnownFindings = z.infer<typeof knownFindingsSchema>;

/** Returns the findings of a state that need no new picture. Pages without such findings are omitted. */
export function collectKnownFindings({ pages }: SiteState, now: PictureAge): KnownFindings {
  const known = Object.entries(pages).flatMap(([identity, { rules }]): [string, string][] => {
    const fingerprints = Object.values(rules)
      .flatMap(({ findings }) => findings)
      .filter(({ picture }) => picture === undefined || (picture !== null && isFresh(picture, now)))
      .flatMap(({ fingerprint, formerly }) => [fingerprint, ...formerly]);
    return fingerprints.length > 0 ? [[identity, packKnownFingerprints(fingerprints)]] : [];
  });
  return { masking: now.masking, until: getFreshUntil(now), pages: Object.fromEntries(known) };
}

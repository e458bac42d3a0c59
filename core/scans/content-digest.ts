import { z } from 'zod';
import { unpackNumbers } from '../findings/packed-digests.ts';

/** Maximum number of hashes in a digest. */
export const SAMPLE_MAX = 128;

/** A digest of the main content of a page, which shows how much two pages have in common, and no text. */
export const contentDigestSchema = z.object({
  language: z.string().max(20).nullable().meta({
    description: 'The primary language that the page declares, such as `de`; null if it declares none.',
  }),
  words: z.number().int().min(0).meta({ description: 'Number of different words.' }),
  things: z.number().int().min(0).meta({
    description: 'Number of headings, links, controls, pictures, tables, frames and media.',
  }),
  sample: z.string().max(700).meta({
    description:
      'The smallest 128 hashes of the words, as base64 of sorted big-endian 32-bit numbers. They are the same random sample of words on every page.',
  }),
});
export type ContentDigest = z.infer<typeof contentDigestSchema>;

/**
 * Estimates which share of the words of one page another page has too, from 0 to 1; null if the page has no words.
 * Source: A. Broder, "On the resemblance and containment of documents", 1997.
 */
export function estimateSharedWords(of: ContentDigest, other: ContentDigest): number | null {
  const [own, others] = [[...unpackNumbers(of.sample)], [...unpackNumbers(other.sample)]];
  if (own.length === 0) return null;
  // A full sample does not show whether the page has a word with a larger hash.
  const end = others.length < SAMPLE_MAX ? Number.POSITIVE_INFINITY : (others.at(-1) ?? 0);
  const comparable = own.filter((hash) => hash <= end);
  const known = new Set(others);
  return comparable.length === 0
    ? 0
    : comparable.filter((hash) => known.has(hash)).length / comparable.length;
}

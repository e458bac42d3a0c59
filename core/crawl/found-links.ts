import { z } from 'zod';
import { URL_LENGTH_MAX } from '../sites/url.ts';

/** Addresses are ASCII: URL.href encodes all other characters. So their length is their size in bytes. */
const ASCII_ONLY = /^[\x21-\x7e]*$/;

/** Maximum number of links of one page that are stored, and their maximum total length in UTF-16 units. */
export const LINKS_PER_PAGE_MAX = 500;
export const LINKS_LENGTH_MAX = 100_000;

const linksSchema = z
  .array(z.string().max(URL_LENGTH_MAX).regex(ASCII_ONLY))
  .max(LINKS_PER_PAGE_MAX)
  .refine((urls) => urls.reduce((sum, url) => sum + url.length, 0) <= LINKS_LENGTH_MAX, {
    error: `the links must have at most ${LINKS_LENGTH_MAX} characters together`,
  });

/** The links of one page to pages of the same site, each once, in an order that does not depend on timing. */
export const foundLinksSchema = z.object({
  urls: linksSchema,
  /** The entries of `urls` whose address or text suggests that they sign out, delete or order something. */
  risky: linksSchema,
  /** Number of links that were omitted because there were too many. */
  cut: z.number().int().min(0),
});
export type FoundLinks = z.infer<typeof foundLinksSchema>;

/** The links of a page, and the id of the page. */
export interface LinksOfPage extends FoundLinks {
  pageId: string;
}

export const noLinks: FoundLinks = { urls: [], risky: [], cut: 0 };

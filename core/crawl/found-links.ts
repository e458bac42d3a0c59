import { z } from 'zod';
import { URL_LENGTH_MAX } from '../sites/url.ts';

/** Maximum number of links of one page that are stored, and their maximum total length in UTF-16 units. */
export const LINKS_PER_PAGE_MAX = 500;
export const LINKS_LENGTH_MAX = 100_000;

/** The links of one page to pages of the same site, each once, in an order that does not depend on timing. */
export const foundLinksSchema = z.object({
  urls: z.array(z.string().max(URL_LENGTH_MAX)).max(LINKS_PER_PAGE_MAX),
  /** The entries of `urls` whose address or text suggests that they sign out, delete or order something. */
  risky: z.array(z.string().max(URL_LENGTH_MAX)).max(LINKS_PER_PAGE_MAX),
  /** Number of links that were omitted because there were too many. */
  cut: z.number().int().min(0),
});
export type FoundLinks = z.infer<typeof foundLinksSchema>;

/** The links of a page, and the id of the page. */
export interface LinksOfPage extends FoundLinks {
  pageId: string;
}

export const noLinks: FoundLinks = { urls: [], risky: [], cut: 0 };

import { z } from 'zod';
import { URL_LENGTH_MAX } from '../sites/url.ts';

/** Links of one page that are passed on at most, and their length together in UTF-16 units. */
export const LINKS_PER_PAGE_MAX = 500;
export const LINKS_LENGTH_MAX = 100_000;

/** The links of one page to pages of its site, each once, in an order that does not depend on timing. */
export const foundLinksSchema = z.object({
  urls: z.array(z.string().max(URL_LENGTH_MAX)).max(LINKS_PER_PAGE_MAX),
  /** Those of `urls` that by their address or their words sign out, delete or order something. */
  risky: z.array(z.string().max(URL_LENGTH_MAX)).max(LINKS_PER_PAGE_MAX),
  /** Links that were left out because there were too many. */
  cut: z.number().int().min(0),
});
export type FoundLinks = z.infer<typeof foundLinksSchema>;

/** Links with the page that has them. */
export interface LinksOfPage extends FoundLinks {
  pageId: string;
}

export const noLinks: FoundLinks = { urls: [], risky: [], cut: 0 };

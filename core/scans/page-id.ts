import { type AddressOptions, buildPageKey } from '../crawl/page-address.ts';

const PAGE_ID_DIGITS = 32;

/** The format of a page's id. */
export const PAGE_ID = /^page_[0-9a-f]{32}$/;

/**
 * Returns the id of a page: the first 128 bits of the SHA-256 of its key among the site's pages (`buildPageKey`), in
 * hexadecimal. So the same page has the same id, regardless of how often and under which address it is found.
 */
export async function computePageId(url: string, options: AddressOptions): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(buildPageKey(url, options)));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `page_${hex.slice(0, PAGE_ID_DIGITS)}`;
}

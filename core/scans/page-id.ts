import { type AddressOptions, buildPageKey } from '../crawl/page-address.ts';

const PAGE_ID_LENGTH = 32;

/** The form of a page's id. */
export const PAGE_ID = /^page_[0-9a-f]{32}$/;

/**
 * The id of a page: the first 128 bits of the SHA-256 of what tells it from the site's other pages (`buildPageKey`), in
 * hexadecimal. So the same page has the same id however often and by whatever address it is found.
 */
export async function computePageId(url: string, options: AddressOptions): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(buildPageKey(url, options)));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `page_${hex.slice(0, PAGE_ID_LENGTH)}`;
}

/**
 * Compares two addresses by the order in which found pages are chosen: fewest path segments first, so that the sections
 * of a site come before the pages in them, then by URL. The order depends on the addresses only, not on the order in
 * which they were found.
 */
export function compareAddresses(a: string, b: string): number {
  return compareOrderedUrls(toOrderedUrl(a), toOrderedUrl(b));
}

/** An address with its sort key, so that each address is parsed only once when many are sorted. */
export interface OrderedUrl {
  url: string;
  segments: number;
}

export function toOrderedUrl(url: string): OrderedUrl {
  const path = URL.parse(url)?.pathname ?? '';
  return { url, segments: path.split('/').filter(Boolean).length };
}

/** Compares like `compareAddresses`. */
export function compareOrderedUrls(a: OrderedUrl, b: OrderedUrl): number {
  return a.segments - b.segments || (a.url < b.url ? -1 : a.url > b.url ? 1 : 0);
}

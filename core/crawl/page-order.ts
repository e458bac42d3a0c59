/**
 * The order in which found pages are chosen: those with the fewest path segments first, for a site's sections come
 * before what lies in them, then by URL. It depends on the addresses alone, never on who was found first.
 */
export function compareAddresses(a: string, b: string): number {
  return compareOrderedUrls(toOrderedUrl(a), toOrderedUrl(b));
}

/** An address with what it is ordered by, so that it is taken apart once when many are sorted. */
export interface OrderedUrl {
  url: string;
  segments: number;
}

export function toOrderedUrl(url: string): OrderedUrl {
  const path = URL.parse(url)?.pathname ?? '';
  return { url, segments: path.split('/').filter(Boolean).length };
}

/** The same order as `compareAddresses`. */
export function compareOrderedUrls(a: OrderedUrl, b: OrderedUrl): number {
  return a.segments - b.segments || (a.url < b.url ? -1 : a.url > b.url ? 1 : 0);
}

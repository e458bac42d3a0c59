/** One page of a listing; `next` is the id to go on after, absent at the end. */
export interface Listing<T> {
  items: T[];
  next?: string;
}

/**
 * Cuts what was found to one page.
 * @param more whether the query stopped before its end: DynamoDB reads at most 1 MB at once, so that fewer items
 *   than the limit need not be all
 */
export function cutListing<T>(
  found: T[],
  limit: number,
  idOf: (item: T) => string,
  more = false,
): Listing<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return (found.length > limit || more) && last !== undefined ? { items, next: idOf(last) } : { items };
}

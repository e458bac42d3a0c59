/** One page of a listing; `next` is the id to continue after, absent on the last page. */
export interface Listing<T> {
  items: T[];
  next?: string;
}

/**
 * Cuts the items of a query to one page.
 * @param more whether the query stopped early: DynamoDB reads at most 1 MB at once, so fewer items than the limit are
 *   not necessarily all items
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

/** Maximum number of reads for one page of a filtered list, each of at most `FILTERED_READ` entries. */
const READS_MAX = 10;

/** Entries that `read` of `listMatching` should read at once. */
export const FILTERED_READ = 100;

/**
 * Returns one page of the matching entries, in the order of the list. It reads a bounded part of the list. Therefore a
 * page may have fewer entries than `limit`, or none, although `next` is set.
 * @param read reads the entries after an id, whether they match or not
 */
export async function listMatching<T>(
  read: (after: string | undefined) => Promise<Listing<T>>,
  matches: (item: T) => boolean,
  page: { limit: number; after?: string; idOf: (item: T) => string },
): Promise<Listing<T>> {
  const items: T[] = [];
  let after = page.after;
  for (let reads = 0; reads < READS_MAX; reads++) {
    const found = await read(after);
    for (const item of found.items) {
      if (!matches(item)) continue;
      const last = items.at(-1);
      if (items.length === page.limit && last !== undefined) return { items, next: page.idOf(last) };
      items.push(item);
    }
    if (found.next === undefined) return { items };
    after = found.next;
  }
  return after === undefined ? { items } : { items, next: after };
}

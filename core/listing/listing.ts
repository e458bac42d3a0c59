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

/** Reads that one page of a filtered list may cost, each of at most `FILTERED_READ` entries. */
const READS_MAX = 10;

/** How many entries a reader of `listMatching` should read at once. */
export const FILTERED_READ = 100;

/**
 * One page of those entries of a list that match, in the order of the list. It reads a bounded part of the list, so a
 * page may have fewer entries than `limit`, or none, and `next` all the same.
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

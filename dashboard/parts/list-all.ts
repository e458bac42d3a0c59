import type { PageOf } from '../api/types.ts';

/**
 * Returns the entries of the first pages of a list, and whether there are more.
 * @param load returns the page after a cursor
 */
export async function listAll<Item>(
  load: (cursor: string | undefined) => Promise<PageOf<Item>>,
  pagesMax: number,
): Promise<{ items: Item[]; hasMore: boolean }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    const { items: some, nextCursor } = await load(cursor);
    items.push(...some);
    if (nextCursor === null) return { items, hasMore: false };
    cursor = nextCursor;
  }
  return { items, hasMore: true };
}

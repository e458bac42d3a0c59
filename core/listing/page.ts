/** One page of a list, as the caller gets it. */
export interface Page<Item> {
  items: Item[];
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null;
}

/** The page of a list that a caller requests. */
export interface PageRequest {
  limit: number;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

/** The part of a list that a store reads: `limit` entries after an id. */
export interface ListRange {
  limit: number;
  after?: string;
}

/** Returns the page with each item replaced by its view. */
export function mapPage<Item, View, Rest extends Page<Item>>(
  page: Rest,
  view: (item: Item) => View,
): Omit<Rest, 'items'> & { items: View[] } {
  return { ...page, items: page.items.map(view) };
}

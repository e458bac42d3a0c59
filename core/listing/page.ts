/** One page of a list as a caller gets it. */
export interface Page<Item> {
  items: Item[];
  /** Asks for the next page; null on the last one. */
  nextCursor: string | null;
}

/** Which page of a list a caller asks for. */
export interface PageRequest {
  limit: number;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

/** Which part of a list a store reads: so many entries after an id. */
export interface ListRange {
  limit: number;
  after?: string;
}

/** Returns the same page with another view of its items. */
export function mapPage<Item, View, Rest extends Page<Item>>(
  page: Rest,
  view: (item: Item) => View,
): Omit<Rest, 'items'> & { items: View[] } {
  return { ...page, items: page.items.map(view) };
}

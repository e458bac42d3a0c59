/**
 * What there is to do for an item at a time. An item of the table that has something to do is listed by that time and
 * this kind in an index, which the sweeper reads. When that is done, the sweeper removes the item from the index, or
 * sets the next time. Deliveries are due in partitions of their own, see `adapters/dynamodb/deliveries.ts`.
 */
const dueKinds = ['key-expiry', 'schedule', 'outbox', 'digest'] as const;
export type DueKind = (typeof dueKinds)[number];

/**
 * Returns the sort key of an item in the index of what is due: the time, then the kind.
 * @param at RFC 3339 UTC
 */
export function formatDue(at: string, kind: DueKind): string {
  return `${at}#${kind}`;
}

/** Returns the time and the kind of a sort key; undefined if this version does not know the kind. */
export function parseDue(text: string): { at: string; kind: DueKind } | undefined {
  const [at = '', kind] = text.split('#');
  const known = dueKinds.find((each) => each === kind);
  return known === undefined ? undefined : { at, kind: known };
}

import type { Store } from './store.ts';
import { type FailedCondition, type TransactItem, transact } from './transact.ts';

/** An item that a transaction writes only if it is newer than the stored one. */
export interface NewerItem {
  item: TransactItem;
  /**
   * Returns what is newer than the stored item nevertheless. Without it, or if it returns undefined, nothing of the
   * item is written after its condition failed.
   * @param stored undefined if no item is stored, or the transaction does not return it
   */
  reduce?(stored: Record<string, unknown> | undefined): NewerItem | undefined;
}

/**
 * Writes `items`, and those of `newer` whose condition holds, in one transaction. If the transaction fails only because
 * of `newer`, writes again with what is left of them. This is safe, because an earlier scan never replaces a later one.
 * @returns the failed conditions of `items`; an empty list if everything was written
 */
export async function writeWithNewer(
  store: Store,
  items: readonly TransactItem[],
  newer: readonly NewerItem[],
): Promise<FailedCondition[]> {
  const all = [...items, ...newer.map(({ item }) => item)];
  if (all.length === 0) return [];
  const failed = await transact(store, all);
  const ofItems = failed.filter(({ index }) => index < items.length);
  if (failed.length === 0 || ofItems.length > 0) return ofItems;
  const left = newer.flatMap((each, position) => {
    const condition = failed.find(({ index }) => index === items.length + position);
    return condition === undefined ? [each] : (each.reduce?.(condition.item) ?? []);
  });
  return writeWithNewer(store, items, left);
}

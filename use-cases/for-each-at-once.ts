/**
 * Handles all items, some of them at the same time. If one fails, the others in progress go on.
 * @param atOnce maximum number of items that are handled at the same time
 * @throws the first error of `handle`
 */
export async function forEachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  handle: (item: T) => Promise<void>,
): Promise<void> {
  // The workers share one iterator, so each item is handled once.
  const waiting = items.values();
  const handleNext = async () => {
    for (const item of waiting) await handle(item);
  };
  await Promise.all(Array.from({ length: atOnce }, handleNext));
}

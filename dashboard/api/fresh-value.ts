/**
 * What is shown once, such as the value of a key that was just created or rotated. It exists only in the memory of this
 * tab, from the answer of the service until the person leaves the screen that shows it.
 */
let fresh: { ownerId: string; shown: unknown } | null = null;

/** @param ownerId id of the key or of the endpoint that it belongs to */
export function keepFreshValue(ownerId: string, shown: unknown): void {
  fresh = { ownerId, shown };
}

export function readFreshValue<Shown>(ownerId: string): Shown | null {
  return fresh?.ownerId === ownerId ? (fresh.shown as Shown) : null;
}

export function wipeFreshValue(): void {
  fresh = null;
}

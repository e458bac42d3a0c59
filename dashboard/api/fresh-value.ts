import type { KeyWithValue } from './types.ts';

/**
 * The value of a key that was just created or rotated. It exists only in the memory of this tab, from the answer of the
 * service until the person leaves the screen that shows it.
 */
let fresh: KeyWithValue | null = null;

export function keepFreshValue(created: KeyWithValue): void {
  fresh = created;
}

export function readFreshValue(keyId: string): KeyWithValue | null {
  return fresh?.key.keyId === keyId ? fresh : null;
}

export function wipeFreshValue(): void {
  fresh = null;
}

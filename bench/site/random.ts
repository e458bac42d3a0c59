/** Returns pseudo-random numbers from 0 to 1 that depend only on the seed text. */
export type Random = () => number;

/**
 * Creates a small generator with an even distribution, mulberry32 (public domain, Tommy Ettinger). The seed is the
 * 32-bit FNV-1a hash of a text.
 */
export function createRandom(text: string): Random {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns one of several values. */
export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

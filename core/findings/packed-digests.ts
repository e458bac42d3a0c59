/** Maximum number of elements of a page, including its frames, whose markup digest is stored. */
export const MARKUPS_MAX = 20_000;

/** Number of hexadecimal digits of a digest that are stored: 32 bits. */
const PACKED_DIGITS = 8;

/**
 * Returns the beginnings of hexadecimal digests as base64 of sorted big-endian 32-bit numbers, each once. With n stored
 * digests, a digest that is not among them is found by mistake with a probability of n / 2^32.
 */
export function packDigests(digests: Iterable<string>): string {
  const numbers = new Set<number>();
  for (const digest of digests) numbers.add(toNumber(digest));
  return packNumbers(numbers);
}

/** Returns packed digests that contain those of both. */
export function joinPackedDigests(one: string, other: string): string {
  return packNumbers(new Set([...unpackNumbers(one), ...unpackNumbers(other)]));
}

function packNumbers(numbers: ReadonlySet<number>): string {
  const sorted = Uint32Array.from(numbers).sort();
  let bytes = '';
  for (const number of sorted) {
    bytes += String.fromCharCode(number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255);
  }
  return btoa(bytes);
}

/** Yields the numbers of packed digests, smallest first. Invalid base64 contains none. */
export function* unpackNumbers(packed: string): Generator<number> {
  const bytes = decode(packed);
  for (let at = 0; at + 4 <= bytes.length; at += 4) yield readNumber(bytes, at);
}

function readNumber(bytes: string, from: number): number {
  return [0, 1, 2, 3].reduce((sum, at) => sum * 256 + bytes.charCodeAt(from + at), 0);
}

/** True if packed digests contain a digest. Invalid base64 contains no digest. */
export function hasDigest(packed: string, digest: string): boolean {
  const bytes = unpack(packed);
  const wanted = toNumber(digest);
  let from = 0;
  let to = Math.floor(bytes.length / 4);
  while (from < to) {
    const middle = (from + to) >>> 1;
    const number = readNumber(bytes, middle * 4);
    if (number === wanted) return true;
    if (number < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

let last: { packed: string; bytes: string } | undefined;

/** Caches the last result, because all findings of a page use the same packed digests. */
function unpack(packed: string): string {
  if (last?.packed !== packed) last = { packed, bytes: decode(packed) };
  return last.bytes;
}

function decode(packed: string): string {
  try {
    return atob(packed);
  } catch {
    return '';
  }
}

function toNumber(digest: string): number {
  return Number.parseInt(digest.slice(0, PACKED_DIGITS), 16);
}

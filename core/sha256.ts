/**
 * SHA-256 has its constants from the first 32 fractional bits of the roots of the first primes.
 * Source: FIPS 180-4, sections 4.2.2 and 5.3.3, https://doi.org/10.6028/NIST.FIPS.180-4
 */
const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime !== 0)) primes.push(number);
}
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const firstState = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const encoder = new TextEncoder();
const schedule = new Int32Array(64);
const state = new Int32Array(8);
let block = new Uint8Array(4_096);
let view = new DataView(block.buffer);

/**
 * SHA-256 of a text's UTF-8, as 64 hexadecimal digits. Synchronous, for hundreds of thousands of short texts: the
 * platform's own digest in `crypto.subtle` is a promise each.
 */
export function sha256Hex(text: string): string {
  const length = fill(text);
  state.set(firstState);
  for (let at = 0; at < length; at += 64) compress(at);
  let hex = '';
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, '0');
  return hex;
}

/** Writes the text and its padding into the block. @returns bytes written, a multiple of 64 */
function fill(text: string): number {
  if (block.length < text.length * 3 + 72) {
    block = new Uint8Array(text.length * 3 + 72);
    view = new DataView(block.buffer);
  }
  const { written } = encoder.encodeInto(text, block);
  const length = Math.ceil((written + 9) / 64) * 64;
  block.fill(0, written, length);
  block[written] = 0x80;
  view.setUint32(length - 8, Math.floor(written / 2 ** 29));
  view.setUint32(length - 4, (written * 8) >>> 0);
  return length;
}

function compress(at: number): void {
  const w = schedule;
  for (let index = 0; index < 16; index += 1) w[index] = view.getInt32(at + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = w[index - 15] as number;
    const late = w[index - 2] as number;
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    w[index] = ((w[index - 16] as number) + s0 + (w[index - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let index = 0; index < 64; index += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + (roundConstants[index] as number) + (w[index] as number)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + s0 + majority) | 0;
  }
  add(0, a);
  add(1, b);
  add(2, c);
  add(3, d);
  add(4, e);
  add(5, f);
  add(6, g);
  add(7, h);
}

function add(index: number, word: number): void {
  state[index] = (state[index] as number) + word;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

import fc, { type IAsyncProperty, type IProperty } from 'fast-check';
import { expect } from 'vitest';

/** Changes the values that property tests generate; a failed test prints the seed and path that repeat it. */
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_122);

let factor = 1;

/** Lets each property of this process that runs later have so many times as many values. */
export function multiplyRuns(by: number): void {
  factor = by;
}

/** Returns how many values a property has that has this many in `npm test`. */
export function runsOf(count: number): number {
  return count * factor;
}

/** Asserts that a property holds for generated values. */
export function hold<T>(property: IProperty<T>, runs = 100): void {
  fc.assert(property, { seed, numRuns: runsOf(runs) });
}

/** Asserts the same for a property whose check is asynchronous. */
export async function holdAsync<T>(property: IAsyncProperty<T>, runs = 100): Promise<void> {
  await fc.assert(property, { seed, numRuns: runsOf(runs) });
}

/** Texts of up to `length` pieces; the pieces mean something to the parser under test. */
export function textOf(pieces: readonly string[], length = 20): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength: length }).map((chosen) => chosen.join(''));
}

/**
 * CPU time in ms that a hostile input may cost: far more than linear time needs, far less than quadratic time needs.
 */
const CPU_MS_MAX = 1_000;

/** Asserts that a call ends soon, measured by its CPU time, which other processes do not lengthen. */
export function expectSoonDone(call: () => unknown): void {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(CPU_MS_MAX);
}

/** Any text, half of it in ASCII, with unpaired surrogates. Faster than the `binary` unit of fast-check. */
export const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 100 })
  .map((units) => String.fromCharCode(...units));

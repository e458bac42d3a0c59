import { expect, it } from 'vitest';
import { computeBrowserMemory } from '../../../../cli/local/browser-memory.ts';

const GIGABYTE = 1024 ** 3;

it.each([
  ['a large machine', 4, 64, 2_500],
  ['a laptop', 4, 8, 1_536],
  ['one browser on it', 1, 8, 2_500],
  ['many browsers on it', 64, 8, 1_000],
])('gives each browser a share of the memory of %s', (_name, concurrency, gigabytes, expected) => {
  expect(computeBrowserMemory(concurrency, gigabytes * GIGABYTE)).toBe(expected);
});

it('reads the memory of this machine', () => {
  expect(computeBrowserMemory(1)).toBeGreaterThanOrEqual(1_000);
});

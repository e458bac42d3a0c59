import { expect, it } from 'vitest';
import { createSecretChecker, hashSecret, verifySecret } from '../../../adapters/keys/secret-checker.ts';

/** Counts comparisons; a secret matches the hash of the same text. */
function counted() {
  const compared: string[] = [];
  const isRight = createSecretChecker(async (secret, hash) => {
    compared.push(secret);
    return hash === `hash of ${secret}`;
  });
  return { compared, isRight };
}

it('hashes with bcrypt, and the hash matches only its secret', async () => {
  const hash = await hashSecret('right');
  expect(hash).toMatch(/^\$2[aby]\$10\$/);
  expect(await verifySecret('right', hash)).toBe(true);
  expect(await verifySecret('wrong', hash)).toBe(false);
});

it('compares each secret once with each stored hash, right or wrong', async () => {
  const { compared, isRight } = counted();
  for (let i = 0; i < 3; i++) {
    expect(await isRight('a', 'hash of a')).toBe(true);
    expect(await isRight('b', 'hash of a')).toBe(false);
  }
  expect(compared).toEqual(['a', 'b']);
});

it('does not reuse results of another stored hash', async () => {
  const { isRight } = counted();
  expect(await isRight('a', 'hash of a')).toBe(true);
  expect(await isRight('a', 'hash of b')).toBe(false);
});

it('remembers correct secrets among many wrong ones, and forgets the oldest wrong ones', async () => {
  const { compared, isRight } = counted();
  await isRight('a', 'hash of a');
  for (let i = 0; i < 1_500; i++) await isRight(`wrong ${i}`, 'hash of a');
  compared.length = 0;
  await isRight('a', 'hash of a');
  await isRight('wrong 1499', 'hash of a');
  expect(compared).toEqual([]);
  await isRight('wrong 0', 'hash of a');
  expect(compared).toEqual(['wrong 0']);
});

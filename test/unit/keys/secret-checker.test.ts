import { describe, expect, it } from 'vitest';
import { createSecretChecker, hashSecret, verifySecret } from '../../../adapters/keys/secret-checker.ts';
import {
  WRONG_KEYS_PER_KEY,
  WRONG_KEYS_PER_MINUTE,
  WRONG_KEYS_PER_NETWORK,
} from '../../../core/api/call-limits.ts';

const now = new Date('2026-11-23T10:00:00.000Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const ADDRESS = '192.0.2.7';

/** Counts comparisons; a secret matches the hash of the same text. */
function counted() {
  const compared: string[] = [];
  const checkSecret = createSecretChecker(async (secret, hash) => {
    compared.push(secret);
    return hash === `hash of ${secret}`;
  });
  const check = (
    secret: string,
    hashes: string | string[],
    sourceIp = ADDRESS,
    at = now,
    keyId = `key of ${[hashes].flat()[0]} at ${sourceIp}`,
  ) => checkSecret({ keyId, secret, hashes: [hashes].flat(), sourceIp, now: at });
  /** Checks as many wrong secrets as one source may send in a minute. */
  const flood = async (sourceIp = ADDRESS) => {
    for (let i = 0; i < WRONG_KEYS_PER_MINUTE; i++)
      expect(await check(`wrong ${i}`, 'hash of a', sourceIp)).toBe('wrong');
    compared.length = 0;
  };
  return { compared, check, flood };
}

it('hashes with bcrypt, and the hash matches only its secret', async () => {
  const hash = await hashSecret('right');
  expect(hash).toMatch(/^\$2[aby]\$10\$/);
  expect(await verifySecret('right', hash)).toBe(true);
  expect(await verifySecret('wrong', hash)).toBe(false);
});

it('compares each secret once with each stored hash, right or wrong', async () => {
  const { compared, check } = counted();
  for (let i = 0; i < 3; i++) {
    expect(await check('a', 'hash of a')).toEqual({ hash: 'hash of a' });
    expect(await check('b', 'hash of a')).toBe('wrong');
  }
  expect(compared).toEqual(['a', 'b']);
});

it('does not reuse results of another stored hash', async () => {
  const { check } = counted();
  expect(await check('a', 'hash of a')).toEqual({ hash: 'hash of a' });
  expect(await check('a', 'hash of b')).toBe('wrong');
  expect(await check('a', ['hash of b', 'hash of a'])).toEqual({ hash: 'hash of a' });
});

it('remembers correct secrets among many wrong ones, and forgets the oldest wrong ones', async () => {
  const { compared, check } = counted();
  await check('a', 'hash of a');
  for (let i = 0; i < 1_500; i++) await check(`wrong ${i}`, 'hash of a', `192.0.2.${i % 250}`);
  compared.length = 0;
  await check('a', 'hash of a');
  await check('wrong 1499', 'hash of a');
  expect(compared).toEqual([]);
  await check('wrong 0', 'hash of a', '203.0.113.1');
  expect(compared).toEqual(['wrong 0']);
});

describe('after many wrong secrets from one address', () => {
  it('compares no other secret of this address until the minute is over', async () => {
    const { compared, check, flood } = counted();
    await flood();
    for (let i = 0; i < 100; i++) expect(await check(`more ${i}`, 'hash of a')).toBe('unchecked');
    expect(await check('b', 'hash of b', ADDRESS, inSeconds(59))).toBe('unchecked');
    expect(compared).toEqual([]);
    expect(await check('b', 'hash of b', ADDRESS, inSeconds(60))).toEqual({ hash: 'hash of b' });
    expect(compared).toEqual(['b']);
  });

  it('accepts the secrets that it has verified, and refuses those that it knows to be wrong', async () => {
    const { compared, check, flood } = counted();
    await check('a', 'hash of a');
    await flood();
    expect(await check('a', 'hash of a')).toEqual({ hash: 'hash of a' });
    expect(await check('a', ['hash of new', 'hash of a'])).toEqual({ hash: 'hash of a' });
    expect(await check('wrong 0', 'hash of a')).toBe('wrong');
    expect(compared).toEqual([]);
  });

  it('compares secrets of other addresses', async () => {
    const { check, flood } = counted();
    await flood();
    expect(await check('b', 'hash of b', '192.0.2.8')).toEqual({ hash: 'hash of b' });
  });

  it('treats all addresses of an IPv6 network as one', async () => {
    const { check, flood } = counted();
    await flood('2001:db8:1:2::1');
    expect(await check('b', 'hash of b', '2001:db8:1:2:ffff::9')).toBe('unchecked');
    expect(await check('b', 'hash of b', '2001:db8:1:3::1')).toEqual({ hash: 'hash of b' });
  });
});

it('limits the wrong secrets of all sources in an IPv6 network of 48 bits', async () => {
  const { compared, check } = counted();
  for (let i = 0; i < 5_000; i++) await check(`wrong ${i}`, 'hash of a', `2001:db8:2:${i.toString(16)}::1`);
  expect(compared).toHaveLength(WRONG_KEYS_PER_NETWORK);
  expect(await check('b', 'hash of b', '2001:db8:2:ffff::1')).toBe('unchecked');
  expect(await check('b', 'hash of b', '2001:db8:3::1')).toEqual({ hash: 'hash of b' });
});

it('limits the wrong secrets of a key from any source, and still accepts the secret that it has verified', async () => {
  const { compared, check } = counted();
  const send = (secret: string, sourceIp: string, keyId = 'key_a') =>
    check(secret, 'hash of a', sourceIp, now, keyId);
  await send('a', ADDRESS);
  compared.length = 0;
  for (let i = 0; i < 20_000; i++) await send(`wrong ${i}`, `2001:${(i % 60_000).toString(16)}::1`);
  expect(compared).toHaveLength(WRONG_KEYS_PER_KEY);
  expect(await send('a', '203.0.113.1')).toEqual({ hash: 'hash of a' });
  expect(await check('b', 'hash of b', '203.0.113.1', now, 'key_b')).toEqual({ hash: 'hash of b' });
});

it('does not count a wrong secret that is sent again, nor a right one with two accepted hashes', async () => {
  const { check } = counted();
  for (let i = 0; i < 2 * WRONG_KEYS_PER_MINUTE; i++) {
    expect(await check('old', 'hash of a')).toBe('wrong');
    expect(await check(`right ${i}`, ['hash of new', `hash of right ${i}`])).toEqual({
      hash: `hash of right ${i}`,
    });
  }
  expect(await check('a', 'hash of a')).toEqual({ hash: 'hash of a' });
});

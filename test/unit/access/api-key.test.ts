import { describe, expect, it } from 'vitest';
import { createSecret, formatApiKey, parseApiKey } from '../../../core/access/api-key.ts';
import { createId } from '../../../core/ids.ts';

const parts = () => ({ keyId: createId('apikey', new Date()), secret: createSecret() });

describe('the value of a key', () => {
  it('returns the id and the secret that it was built from', () => {
    for (let i = 0; i < 100; i++) {
      const made = parts();
      expect(parseApiKey(formatApiKey(made))).toEqual(made);
    }
  });

  it('begins with key_ and keeps the secret alone within the 72 bytes that bcrypt reads', () => {
    const made = parts();
    expect(formatApiKey(made)).toMatch(/^key_[0-9a-z]{26}_[0-9A-Za-z]{30}$/);
    expect(made.secret.length).toBeLessThan(72);
  });

  it('is rejected if any single character is mistyped', () => {
    const value = formatApiKey(parts());
    for (let at = 0; at < value.length; at++) {
      const wrong = value[at] === 'a' ? 'b' : 'a';
      expect(parseApiKey(value.slice(0, at) + wrong + value.slice(at + 1)), `at ${at}`).toBeNull();
    }
  });

  it('is rejected if two neighboring characters are swapped', () => {
    const value = formatApiKey(parts());
    for (let at = 0; at + 1 < value.length; at++) {
      const [one, two] = [value.charAt(at), value.charAt(at + 1)];
      if (one === two) continue;
      expect(parseApiKey(value.slice(0, at) + two + one + value.slice(at + 2)), `at ${at}`).toBeNull();
    }
  });

  it.each([
    '',
    'key_',
    'key_x_y',
    'apikey_0',
    ' '.repeat(70),
    `${formatApiKey(parts())} `,
    `${formatApiKey(parts())}\n`,
  ])('is rejected if it is %j', (value) => {
    expect(parseApiKey(value)).toBeNull();
  });

  it('has secrets that do not repeat and use the whole alphabet', () => {
    const secrets = Array.from({ length: 500 }, createSecret);
    expect(new Set(secrets).size).toBe(500);
    expect(new Set(secrets.join('')).size).toBe(62);
  });
});

it.each([
  ['0123456789abcdefghjkmnpqrs', '0123456789ABCDEFGHIJKLMN', '3iwCvD'],
  ['01k9zzzzzzzzzzzzzzzzzzzzzz', 'zzzzzzzzzzzzzzzzzzzzzzzz', '2tlJGt'],
])('has an unchanged checksum for issued keys: key_%s_…', (id, secret, checksum) => {
  expect(formatApiKey({ keyId: `apikey_${id}`, secret })).toBe(`key_${id}_${secret}${checksum}`);
});

import { describe, expect, it } from 'vitest';
import { formatApiKey, newSecret, parseApiKey } from '../../../core/access/api-key.ts';
import { newId } from '../../../core/ids.ts';

const parts = () => ({ keyId: newId('apikey', new Date()), secret: newSecret() });

describe('the value of a key', () => {
  it('gives back the id and the secret it was made of', () => {
    for (let i = 0; i < 100; i++) {
      const made = parts();
      expect(parseApiKey(formatApiKey(made))).toEqual(made);
    }
  });

  it('begins with key_ and stays under the 72 bytes that bcrypt reads, secret alone', () => {
    const made = parts();
    expect(formatApiKey(made)).toMatch(/^key_[0-9a-z]{26}_[0-9A-Za-z]{30}$/);
    expect(made.secret.length).toBeLessThan(72);
  });

  it('is refused when any one character is mistyped', () => {
    const value = formatApiKey(parts());
    for (let at = 0; at < value.length; at++) {
      const wrong = value[at] === 'a' ? 'b' : 'a';
      expect(parseApiKey(value.slice(0, at) + wrong + value.slice(at + 1)), `at ${at}`).toBeNull();
    }
  });

  it('is refused when two neighbouring characters are swapped', () => {
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
  ])('is refused when it is %j', (value) => {
    expect(parseApiKey(value)).toBeNull();
  });

  it('has secrets that do not repeat and use the whole alphabet', () => {
    const secrets = Array.from({ length: 500 }, newSecret);
    expect(new Set(secrets).size).toBe(500);
    expect(new Set(secrets.join('')).size).toBe(62);
  });
});

it.each([
  ['0123456789abcdefghjkmnpqrs', '0123456789ABCDEFGHIJKLMN', '3iwCvD'],
  ['01k9zzzzzzzzzzzzzzzzzzzzzz', 'zzzzzzzzzzzzzzzzzzzzzzzz', '2tlJGt'],
])('keeps the checksum of issued keys: key_%s_…', (id, secret, checksum) => {
  expect(formatApiKey({ keyId: `apikey_${id}`, secret })).toBe(`key_${id}_${secret}${checksum}`);
});

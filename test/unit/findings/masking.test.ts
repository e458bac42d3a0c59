import { expect, it } from 'vitest';
import { hashMasking } from '../../../core/findings/masking.ts';

it.each([
  ['no selectors', [], '1788f993b4772e35'],
  [
    'long selectors, beyond ASCII, with a lone surrogate',
    ['a\ud800b', 'Übermäßig 😀'.repeat(50)],
    '655b217931e0c839',
  ],
])('has the digest that is stored with earlier pictures: %s', (_, redactSelectors, digest) => {
  expect(hashMasking({ redactSelectors })).toBe(digest);
});

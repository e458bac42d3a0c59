import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../core/sha256.ts';

describe('SHA-256', () => {
  it.each([
    ['nothing', ''],
    ['letters', 'abc'],
    ['a text beyond ASCII', 'Übermäßig 😀'],
    ['a lone surrogate', 'a\ud800b'],
    ...[55, 56, 63, 64, 65, 119, 120, 5_000].map((length) => [`${length} bytes`, 'x'.repeat(length)]),
  ])('of %s is what Node says', (_, text = '') => {
    expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('does not depend on what was hashed before', () => {
    const before = sha256Hex('short');
    sha256Hex('long'.repeat(10_000));
    expect(sha256Hex('short')).toBe(before);
  });
});

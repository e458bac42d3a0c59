import { describe, expect, it } from 'vitest';
import { sanitizeText } from '../../../scanner/page/sanitize-text.ts';

describe('text from a page', () => {
  it('is unchanged if it is harmless', () => {
    expect(sanitizeText('<b>é\u{1F600}</b>', 20)).toBe('<b>é\u{1F600}</b>');
  });

  it('is truncated visibly and never in the middle of a surrogate pair', () => {
    expect(sanitizeText('abcdef', 4)).toBe('abc…');
    expect(sanitizeText('ab\u{1F600}cdef', 4)).toBe('ab…');
    expect(sanitizeText('abcd', 4)).toBe('abcd');
  });

  it('loses lone surrogates and NUL', () => {
    expect(sanitizeText('a\ud800b\udc00c\0', 20)).toBe('a\ufffdb\ufffdc\ufffd');
  });

  it.each([0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1fffe, 0x10ffff])('loses the noncharacter %i', (code) => {
    expect(sanitizeText(`a${String.fromCodePoint(code)}b`, 20)).toBe('a\ufffdb');
  });

  it('keeps the text next to noncharacters', () => {
    const neighbours = '\ufdcf\ufdf0\ufffd\u{1fffd}\u{20000}';
    expect(sanitizeText(neighbours, 20)).toBe(neighbours);
  });
});

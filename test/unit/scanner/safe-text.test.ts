import { describe, expect, it } from 'vitest';
import { safeText } from '../../../scanner/page/safe-text.ts';

describe('text from a page', () => {
  it('is left alone when it is harmless', () => {
    expect(safeText('<b>é\u{1F600}</b>', 20)).toBe('<b>é\u{1F600}</b>');
  });

  it('is cut visibly and never in the middle of a surrogate pair', () => {
    expect(safeText('abcdef', 4)).toBe('abc…');
    expect(safeText('ab\u{1F600}cdef', 4)).toBe('ab…');
    expect(safeText('abcd', 4)).toBe('abcd');
  });

  it('loses lone surrogates and NUL', () => {
    expect(safeText('a\ud800b\udc00c\0', 20)).toBe('a\ufffdb\ufffdc\ufffd');
  });

  it.each([0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1fffe, 0x10ffff])('loses the noncharacter %i', (code) => {
    expect(safeText(`a${String.fromCodePoint(code)}b`, 20)).toBe('a\ufffdb');
  });

  it('keeps what lies next to noncharacters', () => {
    const neighbours = '\ufdcf\ufdf0\ufffd\u{1fffd}\u{20000}';
    expect(safeText(neighbours, 20)).toBe(neighbours);
  });
});

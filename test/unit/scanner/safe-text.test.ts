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
});

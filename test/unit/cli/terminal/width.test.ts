import { describe, expect, it } from 'vitest';
import { measureWidth, truncateToColumns, wrap } from '../../../../cli/terminal/width.ts';

describe('wrap', () => {
  it('breaks at spaces so that no line exceeds the width', () => {
    const text = 'Images must have alternative text, for people who do not see them';
    const lines = wrap(text, 20);
    expect(lines.every((line) => line.length <= 20)).toBe(true);
    expect(lines.join(' ')).toBe(text);
  });

  it('begins the first line and the other lines with the given prefixes', () => {
    expect(wrap('one two three', 9, '- ', '  ')).toEqual(['- one two', '  three']);
  });

  it('does not split a word that is longer than a line', () => {
    const url = `https://shop.example/${'a'.repeat(50)}`;
    expect(wrap(`see ${url} for more`, 20)).toEqual(['see', url, 'for more']);
  });

  it('returns one line for an empty text', () => {
    expect(wrap('', 20, 'Page: ')).toEqual(['Page: ']);
  });

  it('counts wide characters as two columns', () => {
    expect(wrap('日本語 日本語', 12)).toEqual(['日本語', '日本語']);
    expect(wrap('日本語 日本語', 13)).toEqual(['日本語 日本語']);
  });
});

describe('cutToColumns', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['too long by far', 8, 'too lon…'],
    ['日本語日本語', 7, '日本語…'],
    ['日本語日本語', 6, '日本…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['x', 0, ''],
  ])('cuts %j to %i columns', (line, columns, cut) => {
    expect(truncateToColumns(line, columns)).toBe(cut);
    expect(measureWidth(cut)).toBeLessThanOrEqual(columns);
  });
});

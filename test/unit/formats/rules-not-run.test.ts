import { describe, expect, it } from 'vitest';
import { formatGapUrls, formatRulesNotRun } from '../../../formats/parts/rules-not-run.ts';

const urls = ['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/c'];
const gap = { ruleIds: ['label'], pages: 3, urls };

describe('rules that did not run', () => {
  it('are listed with their pages, and with an ellipsis only if there are more pages', () => {
    const show = (url: string) => new URL(url).pathname;
    expect(formatGapUrls(gap, show)).toBe('/a, /b, /c');
    expect(formatGapUrls({ ...gap, pages: 4 }, show)).toBe('/a, /b, /c, …');
  });

  it('are named up to the fifth, and the others are counted', () => {
    const ruleIds = ['a', 'b', 'c', 'd', 'e'];
    expect(formatRulesNotRun({ ...gap, ruleIds }, 7)).toBe('a, b, c, d, e on 3 of 7 pages');
    expect(formatRulesNotRun({ ...gap, ruleIds: [...ruleIds, 'f', 'g'] }, 1)).toBe(
      'a, b, c, d, e and 2 more on 3 of 1 page',
    );
  });
});

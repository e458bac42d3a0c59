import { describe, expect, it } from 'vitest';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import {
  findCriterion,
  listCriteriaInScope,
  listCriteriaOfTags,
  successCriteria,
} from '../../../core/wcag/criteria.ts';

describe('the table of success criteria', () => {
  // Counts by W3C: https://www.w3.org/WAI/standards-guidelines/wcag/new-in-21/ and .../new-in-22/
  it.each([
    ['2.0', 25, 38, 61],
    ['2.1', 30, 50, 78],
    ['2.2', 31, 55, 86],
  ] as const)('has as many criteria as WCAG %s', (version, a, aa, aaa) => {
    expect(listCriteriaInScope({ version, level: 'A' })).toHaveLength(a);
    expect(listCriteriaInScope({ version, level: 'AA' })).toHaveLength(aa);
    expect(listCriteriaInScope({ version, level: 'AAA' })).toHaveLength(aaa);
  });

  it('is in the order of the standard and has every number once', () => {
    const numbers = successCriteria.map(({ number }) => number.split('.').map(Number));
    const sorted = numbers.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!);
    expect(numbers).toEqual(sorted);
    expect(new Set(successCriteria.map(({ number }) => number)).size).toBe(87);
  });

  it('records that WCAG 2.2 removed Parsing', () => {
    const numbers = (version: '2.1' | '2.2') =>
      listCriteriaInScope({ version, level: 'A' }).map(({ number }) => number);
    expect(numbers('2.1')).toContain('4.1.1');
    expect(numbers('2.2')).not.toContain('4.1.1');
  });

  it.each([
    ['1.4.3', 'contrast-minimum'],
    ['2.2.2', 'pause-stop-hide'],
    ['3.3.4', 'error-prevention-legal-financial-data'],
    ['1.2.1', 'audio-only-and-video-only-prerecorded'],
  ])('links %s to its page', (number, slug) => {
    expect(findCriterion(number)?.url).toBe(`https://www.w3.org/WAI/WCAG22/Understanding/${slug}`);
  });
});

describe('criteriaOf', () => {
  it.each([
    [['cat.color', 'wcag2aa', 'wcag143', 'ACT'], ['1.4.3']],
    [['wcag111'], ['1.1.1']],
    [['wcag1410'], ['1.4.10']],
    [
      ['wcag141', 'wcag1410', 'wcag1413'],
      ['1.4.1', '1.4.10', '1.4.13'],
    ],
    [
      ['wcag412', 'wcag244', 'wcag412'],
      ['2.4.4', '4.1.2'],
    ],
    [['wcag2a', 'wcag21aa', 'wcag22aa', 'wcag2a-obsolete', 'best-practice'], []],
    [['wcag999', 'wcag14100', 'wcag11', 'xwcag111'], []],
  ])('parses %j as %j', (tags, numbers) => {
    expect(listCriteriaOfTags(tags)).toEqual(numbers);
  });

  it('parses every criterion that an axe rule names', () => {
    for (const rule of axeRules) {
      const tags = rule.tags.filter((tag) => /^wcag\d{3,}/.test(tag));
      expect(listCriteriaOfTags(rule.tags), rule.ruleId).toHaveLength(new Set(tags).size);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import { apart, costlyRules, isLarge, ruleGroups } from '../../../scanner/page/rule-groups.ts';

const ruleIds = axeRules.map(({ ruleId }) => ruleId);

describe('how rules are grouped', () => {
  it('runs all of them at once on ordinary pages', () => {
    for (const elements of [1_500, 6_000]) expect(ruleGroups(ruleIds, elements)).toEqual([ruleIds]);
    expect([1_500, 6_000].map(isLarge)).toEqual([false, true]);
  });

  it('runs the costly ones apart where all at once took too long, and few at once on very large pages', () => {
    const again = apart(ruleIds);
    expect(again.map((group) => group.length)).toEqual([ruleIds.length - costlyRules.length, 1, 1, 1, 1, 1]);
    const veryLarge = ruleGroups(ruleIds, 100_000);
    expect(Math.max(...veryLarge.map((group) => group.length))).toBe(8);
    for (const groups of [again, veryLarge]) expect(groups.flat().sort()).toEqual(ruleIds.toSorted());
  });

  it('makes no group without rules', () => {
    expect(apart(['color-contrast'])).toEqual([['color-contrast']]);
    expect(apart([])).toEqual([]);
  });

  it('names rules that axe has', () => {
    for (const ruleId of costlyRules) expect(ruleIds).toContain(ruleId);
  });
});

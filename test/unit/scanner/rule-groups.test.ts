import { describe, expect, it } from 'vitest';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import {
  buildRuleGroups,
  costlyRules,
  insertGroups,
  isLarge,
  splitGroup,
} from '../../../scanner/page/rule-groups.ts';

const ruleIds = axeRules.map(({ ruleId }) => ruleId);
const costly = costlyRules.map((ruleId) => [ruleId]);

describe('the grouping of rules', () => {
  it('runs all rules at once on ordinary pages', () => {
    for (const elements of [1_500, 6_000]) expect(buildRuleGroups(ruleIds, elements)).toEqual([ruleIds]);
    expect([1_500, 6_000].map(isLarge)).toEqual([false, true]);
  });

  it('runs cheap rules first on very large pages, and each costly rule alone and last', () => {
    const groups = buildRuleGroups(ruleIds, 100_000);
    expect(groups.slice(0, 3).map((group) => group.length)).toEqual([8, 16, 32]);
    expect(groups.slice(-costly.length)).toEqual(costly);
    expect(groups.flat().sort()).toEqual(ruleIds.toSorted());
  });

  it('runs contrast last, so that it does not delay other rules beyond the time limit', () => {
    const groups = buildRuleGroups(['color-contrast', 'target-size', 'image-alt'], 100_000);
    expect(groups).toEqual([['image-alt'], ['target-size'], ['color-contrast']]);
  });

  it('separates cheap from costly rules if all at once took too long', () => {
    const cheap = ruleIds.filter((ruleId) => !costlyRules.includes(ruleId));
    expect(splitGroup(ruleIds)).toEqual([cheap, ...costly]);
  });

  it('splits a slow group of cheap rules until the slow rule is found', () => {
    let group = ruleIds.filter((ruleId) => !costlyRules.includes(ruleId));
    const tried: string[][] = [];
    while (group.length > 1) {
      const parts = splitGroup(group);
      expect(parts.flat()).toEqual(group);
      group = parts.find((part) => part.includes('image-alt')) as string[];
      tried.push(group);
    }
    expect(group).toEqual(['image-alt']);
    expect(tried.length).toBeLessThanOrEqual(4);
  });

  it('does not split a single rule or an empty group', () => {
    for (const group of [['color-contrast'], ['image-alt'], []]) expect(splitGroup(group)).toEqual([]);
  });

  it('keeps costly rules last if groups are added', () => {
    const waiting = [['button-name'], ['target-size'], ['color-contrast']];
    expect(insertGroups(waiting, [['image-alt'], ['p-as-heading']])).toEqual([
      ['button-name'],
      ['image-alt'],
      ['p-as-heading'],
      ['target-size'],
      ['color-contrast'],
    ]);
  });

  it('names rules that axe has', () => {
    for (const ruleId of costlyRules) expect(ruleIds).toContain(ruleId);
  });
});

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

describe('how rules are grouped', () => {
  it('runs all of them at once on ordinary pages', () => {
    for (const elements of [1_500, 6_000]) expect(buildRuleGroups(ruleIds, elements)).toEqual([ruleIds]);
    expect([1_500, 6_000].map(isLarge)).toEqual([false, true]);
  });

  it('runs cheap rules first on very large pages, and each costly rule alone and last', () => {
    const groups = buildRuleGroups(ruleIds, 100_000);
    expect(groups.slice(0, 3).map((group) => group.length)).toEqual([8, 16, 32]);
    expect(groups.slice(-costly.length)).toEqual(costly);
    expect(groups.flat().sort()).toEqual(ruleIds.toSorted());
  });

  it('runs contrast last of all, so that it starves no other rule', () => {
    const groups = buildRuleGroups(['color-contrast', 'target-size', 'image-alt'], 100_000);
    expect(groups).toEqual([['image-alt'], ['target-size'], ['color-contrast']]);
  });

  it('separates cheap from costly rules when all at once took too long', () => {
    const cheap = ruleIds.filter((ruleId) => !costlyRules.includes(ruleId));
    expect(splitGroup(ruleIds)).toEqual([cheap, ...costly]);
  });

  it('narrows a slow group of cheap rules down to the rule that is slow', () => {
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

  it('does not split a single rule, and no rules at all', () => {
    for (const group of [['color-contrast'], ['image-alt'], []]) expect(splitGroup(group)).toEqual([]);
  });

  it('keeps costly rules last when groups are added', () => {
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

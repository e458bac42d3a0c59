import { describe, expect, it } from 'vitest';
import { getAffectedPeople } from '../../../core/rule-sets/affected-people.ts';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import { getRemedy } from '../../../core/rule-sets/remedies.ts';
import { resolveRuleSets, ruleSetNames } from '../../../core/rule-sets/rule-sets.ts';

const { ruleIds } = resolveRuleSets(ruleSetNames);

describe('the guidance on rules', () => {
  it('states for every rule of every set how to fix a fault, in a sentence of at most 200 characters', () => {
    for (const ruleId of ruleIds) expect(getRemedy(ruleId), ruleId).toMatch(/^[A-Z].{10,198}\.$/);
  });

  it('states for every rule of every set whom a fault affects', () => {
    for (const rule of axeRules.filter(({ ruleId }) => ruleIds.includes(ruleId))) {
      expect(getAffectedPeople(rule), rule.ruleId).toMatch(/^people who |^people with /);
    }
  });

  it('is absent for an unknown rule', () => {
    expect(getRemedy('no-such-rule')).toBeNull();
    expect(getRemedy('constructor')).toBeNull();
    expect(getAffectedPeople({ ruleId: 'no-such-rule', tags: ['best-practice'] })).toBeNull();
  });
});

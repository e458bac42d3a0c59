import { describe, expect, it } from 'vitest';
import { affectedPeople } from '../../../core/rule-sets/affected-people.ts';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import { remedyFor } from '../../../core/rule-sets/remedies.ts';
import { resolveRuleSets, ruleSetNames } from '../../../core/rule-sets/rule-sets.ts';

const { ruleIds } = resolveRuleSets(ruleSetNames);

describe('the guidance on rules', () => {
  it('says of every rule of every set how a fault is mended, in a sentence of at most 200 characters', () => {
    for (const ruleId of ruleIds) expect(remedyFor(ruleId), ruleId).toMatch(/^[A-Z].{10,198}\.$/);
  });

  it('says of every rule of every set whom a fault affects', () => {
    for (const rule of axeRules.filter(({ ruleId }) => ruleIds.includes(ruleId))) {
      expect(affectedPeople(rule), rule.ruleId).toMatch(/^people who |^people with /);
    }
  });

  it('has nothing to say of a rule that it does not know', () => {
    expect(remedyFor('no-such-rule')).toBeNull();
    expect(remedyFor('constructor')).toBeNull();
    expect(affectedPeople({ ruleId: 'no-such-rule', tags: ['best-practice'] })).toBeNull();
  });
});

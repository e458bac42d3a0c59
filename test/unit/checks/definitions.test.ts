import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_ID_PREFIX, type CheckDefinition } from '../../../core/checks/check-definition.ts';
import { checks } from '../../../core/checks/checks.ts';
import { toRule } from '../../../core/checks/to-rule.ts';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import { resolveRuleSets, ruleSetNames, ruleSets } from '../../../core/rule-sets/rule-sets.ts';
import { findRule } from '../../../core/rule-sets/rules.ts';
import { findCriterion } from '../../../core/wcag/criteria.ts';

const folder = join(import.meta.dirname, '../../../scanner/checks');
const categories = new Set(axeRules.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith('cat.'))));

describe.each(checks)('the check $id', (check) => {
  const { id, help, description, assumptions, remedy, question, kinds, successCriteria, actRules } = check;

  it('has the code that its folder names, and an id that no rule of axe-core has', () => {
    expect(id.startsWith(CHECK_ID_PREFIX)).toBe(true);
    expect(existsSync(join(folder, id.slice(CHECK_ID_PREFIX.length), 'check.ts'))).toBe(true);
    expect(axeRules.some(({ ruleId }) => ruleId === id)).toBe(false);
  });

  it('names criteria, a category and ACT rules that exist', () => {
    for (const number of successCriteria) expect(findCriterion(number), number).toBeDefined();
    expect(categories.has(`cat.${check.category}`)).toBe(true);
    for (const rule of actRules) expect(rule).toMatch(/^[\da-z]{6}$/);
  });

  it('has texts in sentences, and a question if and only if its findings need review', () => {
    expect(help).not.toMatch(/\.$/);
    for (const text of [description, assumptions, remedy]) expect(text).toMatch(/^[A-Z`“<].*\.$/s);
    expect(kinds.length).toBeGreaterThan(0);
    expect(question !== null).toBe(kinds.includes('review'));
    if (question !== null) expect(question).toMatch(/\?$/);
  });

  it('is in a rule set', () => {
    expect(resolveRuleSets(ruleSetNames).ruleIds).toContain(id);
  });
});

describe('a check as a rule', () => {
  const check: CheckDefinition = { ...(checks[0] as CheckDefinition), id: 'a11y-trial', version: 3 };
  const tagsOf = (successCriteria: string[], actRules: string[] = []) =>
    toRule({ ...check, successCriteria, actRules, category: 'tables' }).tags;

  it('has the tags of its criteria, in the notation of axe-core', () => {
    expect(tagsOf(['1.3.1'])).toEqual(['cat.tables', 'wcag2a', 'wcag131', 'EN-301-549', 'EN-9.1.3.1']);
    expect(tagsOf(['1.4.12'], ['abc123'])).toEqual([
      'cat.tables',
      'wcag21aa',
      'wcag1412',
      'EN-301-549',
      'EN-9.1.4.12',
      'ACT',
    ]);
    expect(tagsOf(['2.5.8'])).toContain('EN-301-549v4');
    expect(tagsOf(['2.4.9'])).toEqual(['cat.tables', 'wcag2aaa', 'wcag249']);
  });

  it('is a best practice without criteria', () => {
    expect(tagsOf([])).toEqual(['cat.tables', 'best-practice']);
  });

  it('has a definition that changes with its version', () => {
    expect(toRule(check).definition).not.toBe(toRule({ ...check, version: 4 }).definition);
  });

  it('belongs to the sets of a level that a criterion of the level requires', () => {
    for (const { id, successCriteria } of checks.filter((each) => each.successCriteria.length > 0)) {
      const levels = successCriteria.map((number) => findCriterion(number)?.level);
      const isIn = (name: 'wcag-a' | 'wcag-aa' | 'wcag-aaa') => resolveRuleSets([name]).ruleIds.includes(id);
      expect([isIn('wcag-a'), isIn('wcag-aa'), isIn('wcag-aaa')], id).toEqual([
        levels.includes('A'),
        levels.includes('A') || levels.includes('AA'),
        true,
      ]);
    }
  });
});

describe('config.checks', () => {
  it('has the rules of axe-core only with `axe`, in each rule set', () => {
    for (const name of ruleSetNames.filter((each) => each !== 'experimental' && each !== 'deprecated')) {
      const { ruleIds, sets } = resolveRuleSets([name], 'axe');
      const expected = axeRules
        .filter(({ tags }) => tags.some((tag) => (ruleSets[name].axeTags as readonly string[]).includes(tag)))
        .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('deprecated'))
        .map(({ ruleId }) => ruleId);
      expect(ruleIds).toEqual(expected);
      expect(sets[0]?.ruleIds).toEqual(expected);
    }
  });

  it('has the checks too by default', () => {
    const { ruleIds } = resolveRuleSets(['wcag-aa']);
    expect(ruleIds).toEqual(resolveRuleSets(['wcag-aa'], 'all').ruleIds);
    expect(ruleIds.filter((id) => findRule(id)?.source === 'a11y-scan')).not.toEqual([]);
  });
});

import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import { getRuleDefinition } from '../../../core/rule-sets/rules.ts';
import { readAxeRules } from '../../../scripts/generate-axe-rules.ts';

interface Audit {
  rules: { id: string; selector: string }[];
  checks: Record<string, { options: Record<string, unknown>; evaluate: unknown }>;
}
const { rules, checks } = (axe as unknown as { _audit: Audit })._audit;
const ruleById = (id: string) => rules.find((rule) => rule.id === id) ?? expect.unreachable(`no rule ${id}`);
const checkById = (id: string) => checks[id] ?? expect.unreachable(`no check ${id}`);

/** Returns the rules whose definition differs from the committed one. */
function changed(): string[] {
  return readAxeRules()
    .rules.filter(({ ruleId, definition }) => definition !== getRuleDefinition(ruleId))
    .map(({ ruleId }) => ruleId);
}

describe('the definition of a rule', () => {
  const undo: (() => void)[] = [];
  afterEach(() => undo.splice(0).forEach((step) => void step()));

  function change<Part extends object, Member extends keyof Part>(
    part: Part,
    member: Member,
    value: Part[Member],
  ): void {
    const before = part[member];
    undo.push(() => {
      part[member] = before;
    });
    part[member] = value;
  }

  it('is a unique digest of 16 digits for each rule, and absent for an unknown rule', () => {
    for (const { definition } of axeRules) expect(definition).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(axeRules.map(({ definition }) => definition)).size).toBe(axeRules.length);
    expect(getRuleDefinition('color-contrast')).toMatch(/^[0-9a-f]{16}$/);
    expect(getRuleDefinition('no-such-rule')).toBe('');
    expect(getRuleDefinition('constructor')).toBe('');
  });

  it('changes with its selector, and with no other rule', () => {
    expect(changed()).toEqual([]);
    change(ruleById('listitem'), 'selector', 'li, [role=listitem]');
    expect(changed()).toEqual(['listitem']);
  });

  it('changes with an option of one of its checks', () => {
    const check = checkById('aria-required-children');
    change(check, 'options', { ...check.options, reviewEmpty: [] });
    expect(changed()).toEqual(['aria-required-children']);
  });

  it('changes with the code of a check, for every rule that has the check', () => {
    change(checkById('has-visible-text'), 'evaluate', () => true);
    expect(changed()).toEqual(
      expect.arrayContaining(['aria-command-name', 'empty-heading', 'link-name', 'summary-name']),
    );
    expect(changed()).not.toContain('color-contrast');
  });
});

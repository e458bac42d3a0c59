import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { Check, Checks } from '../../../core/findings/check.ts';
import { describeFix, HOW_TO_FIX_MAX } from '../../../core/fixes/describe-fix.ts';
import { getRemedy } from '../../../core/rule-sets/remedies.ts';
import { resolveRuleSets, ruleSetNames } from '../../../core/rule-sets/rule-sets.ts';
import { noChecks } from '../../support/no-checks.ts';
import { sentences } from './sentences.ts';

/** axe has only the id if a rule uses a check without its own options. */
type CheckOfRule = string | { id: string };
interface AuditRule {
  id: string;
  any: CheckOfRule[];
  all: CheckOfRule[];
  none: CheckOfRule[];
}
const { rules, checks: knownChecks } = (
  axe as unknown as { _audit: { rules: AuditRule[]; checks: Record<string, unknown> } }
)._audit;
const { ruleIds } = resolveRuleSets(ruleSetNames);
const ours = rules.filter(({ id }) => ruleIds.includes(id));

function check(id: string, data: Check['data'] = null, message = 'Axe says so'): Check {
  return { id, message, data };
}

function idOf(each: CheckOfRule): string {
  return typeof each === 'string' ? each : each.id;
}

function anyOf(...any: Check[]): Checks {
  return { ...noChecks, any };
}

describe('the sentence for one check', () => {
  it.each(sentences)('$id $data', ({ id, data, says }) => {
    expect(describeFix('rule', anyOf(check(id, data)))).toBe(says);
  });

  it('exists for every check of every rule in a rule set, with its own wording', () => {
    const used = new Set(ours.flatMap(({ any, all, none }) => [...any, ...all, ...none].map(idOf)));
    const axeWords = [...used].filter((id) => describeFix('rule', anyOf(check(id))) === 'Axe says so.');
    expect(axeWords).toEqual([]);
    expect([...used].filter((id) => !sentences.some((row) => row.id === id))).toEqual([]);
  });

  it('belongs to a check that axe has', () => {
    expect(sentences.filter(({ id }) => !(id in knownChecks)).map(({ id }) => id)).toEqual([]);
  });

  it('is a complete sentence without gaps even if nothing was measured', () => {
    for (const id of Object.keys(knownChecks)) {
      const text = describeFix('rule', anyOf(check(id)));
      expect(text, id).toMatch(/^[A-Z][^\n]{8,298}\.$/);
      expect(text, id).not.toMatch(/undefined|null|NaN| {2}|\(\)| [,.;:]/);
    }
  });
});

describe('the sentence for an element', () => {
  it('exists for every rule of every set, with any of its checks failed', () => {
    for (const rule of ours) {
      const checks: Checks = {
        any: rule.any.map((each) => check(idOf(each))),
        all: rule.all.map((each) => check(idOf(each))),
        none: rule.none.map((each) => check(idOf(each))),
      };
      expect(describeFix(rule.id, checks), rule.id).toMatch(/^[A-Z].{8,299}[.…]$/u);
    }
  });

  it('offers one of several fixes', () => {
    const checks = anyOf(check('aria-label'), check('has-alt'));
    expect(describeFix('image-alt', checks)).toBe(
      'Add an aria-label, or add an alt attribute (alt="" if the image is only decoration).',
    );
  });

  it('names at most three fixes, the less suitable ones last', () => {
    const checks = anyOf(
      check('non-empty-title', { messageKey: 'noAttr' }),
      check('presentational-role'),
      check('button-has-visible-text'),
      check('aria-label'),
      check('aria-labelledby'),
      check('implicit-label'),
    );
    expect(describeFix('button-name', checks)).toBe(
      'Put text into the button, add an aria-label, or point aria-labelledby at an element with text.',
    );
  });

  it('names the most suitable fix of the rule first', () => {
    const ways = anyOf(
      check('implicit-label'),
      check('aria-label'),
      check('explicit-label'),
      check('non-empty-title'),
    );
    expect(describeFix('label', ways)).toMatch(
      /^Add a label element whose for attribute is the id of the field, /,
    );
    expect(describeFix('frame-title', ways)).toMatch(/^Add a title attribute, /);
  });

  it('names the most suitable fix for a link in a text first', () => {
    const ways = anyOf(
      check('link-in-text-block', {
        messageKey: 'fgContrast',
        contrastRatio: 1.32,
        requiredContrastRatio: 3,
        nodeColor: '#2c5c41',
        parentColor: '#39433d',
      }),
      check('link-in-text-block-style'),
    );
    expect(describeFix('link-in-text-block', ways)).toBe(
      'Underline the link, or distinguish it by something other than its color, or change its color (contrast with the ' +
        'text around it 1.32:1, needs 3:1; #2c5c41 in text of #39433d).',
    );
  });

  it.each([
    [
      'empty-table-header',
      ['has-visible-text', 'presentational-role'],
      'Put text into the header, or make it an ordinary cell if it heads nothing.',
    ],
    [
      'empty-heading',
      ['has-visible-text', 'aria-label', 'aria-labelledby', 'non-empty-title'],
      'Put text into the heading, or remove it.',
    ],
  ])('names no fix that only silences the rule %s', (ruleId, ids, says) => {
    expect(describeFix(ruleId, anyOf(...ids.map((id) => check(id))))).toBe(says);
  });

  it('names measured values only if they are plain words', () => {
    const hostile = (data: Check['data']) => describeFix('r', anyOf(check('aria-valid-attr-value', data)));
    expect(hostile({ values: ['aria-pressed="<b> see evil.example"'] })).toBe(
      'Correct the value of aria-pressed.',
    );
    expect(hostile({ values: ['aria-a="yes"', 'aria-b="no"'] })).toBe(
      'Correct the value of aria-a and aria-b.',
    );
    expect(hostile({ messageKey: 'noId', needsReview: 'aria-controls="a b"' })).toBe(
      'Check that the id that aria-controls refers to is on the page.',
    );
  });

  it('does not say of a link both how to name it and that it has no name', () => {
    const nameless: Checks = { any: [check('aria-label')], all: [], none: [check('focusable-no-name')] };
    expect(describeFix('link-name', nameless)).toBe('Add an aria-label.');
    expect(describeFix('link-name', { ...nameless, any: [] })).toBe(
      'Give it a name, because it is focusable.',
    );
  });

  it('requires all conditions that must hold', () => {
    const checks: Checks = {
      any: [check('aria-label'), check('aria-labelledby')],
      all: [check('aria-level')],
      none: [check('title-only')],
    };
    expect(describeFix('link-name', checks)).toBe(
      'Add an aria-label, or point aria-labelledby at an element with text; and use an aria-level of 6 or less, ' +
        'which every screen reader supports; and give the field a visible label beside its title or description.',
    );
  });

  it('says the same thing once', () => {
    expect(describeFix('r', anyOf(check('duplicate-id'), check('duplicate-id-active')))).toBe(
      'Make the id unique on the page.',
    );
  });

  it("uses axe's simplified message for an unknown check", () => {
    const checks = anyOf(check('new-check', null, 'Document does not have a non-empty <title>\n element.'));
    expect(describeFix('rule', checks)).toBe('Document does not have a non-empty title element.');
  });

  it('falls back to the fix of the rule, and to its help page', () => {
    expect(describeFix('html-has-lang', noChecks)).toBe(getRemedy('html-has-lang'));
    expect(describeFix('no-such-rule', noChecks)).toBe(
      'Fix the problem that the help page of the rule describes.',
    );
    expect(describeFix('constructor', anyOf(check('constructor', null, '')))).toBe(
      'Fix the problem that the help page of the rule describes.',
    );
  });

  it('stays within its maximum length and ends at a word', () => {
    const long = describeFix('r', anyOf(check('new', null, 'word '.repeat(200))));
    expect(long.length).toBeLessThanOrEqual(HOW_TO_FIX_MAX);
    expect(long).toMatch(/word…$/);
    const emoji = describeFix('r', anyOf(check('new', null, `a${'😀'.repeat(400)}`)));
    expect(emoji.length).toBeLessThanOrEqual(HOW_TO_FIX_MAX);
    expect(emoji.isWellFormed()).toBe(true);
  });
});

describe('text from a page', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'a\u202eb\u0007\u001b[31m\ud800',
    '::error::x',
    '=cmd|calc',
    '@everyone',
    '-->',
  ];

  it('is escaped in every sentence, without markup or control characters', () => {
    const members = ['value', 'values', 'prohibited', 'role', 'nodeName', 'needsReview', 'invalidAttrs'];
    for (const id of [...Object.keys(knownChecks), 'unknown']) {
      for (const text of hostile) {
        const data = Object.fromEntries(members.map((member) => [member, [text, text]]));
        const sentence = describeFix('r', anyOf(check(id, data, text), check(id, { value: text }, text)));
        expect(sentence, id).not.toMatch(/<(?!\d)|>|[\p{Cc}\p{Cf}\p{Cs}]/u);
      }
    }
  });

  it('never appears as a number, with any value', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '<b>', '4.5:1<', null, true]) {
      const data = {
        contrastRatio: value,
        expectedContrastRatio: value,
        width: value,
        height: value,
        minSize: value,
      };
      expect(describeFix('r', anyOf(check('color-contrast', data)))).toBe(
        'Make text and background differ more in brightness.',
      );
      expect(describeFix('r', anyOf(check('target-size', data)))).toBe(
        'Check that the target is large enough, 24 by 24px.',
      );
    }
  });
});

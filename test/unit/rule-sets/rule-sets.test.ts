import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import {
  listRuleSets,
  type RuleSetName,
  resolveRuleSets,
  ruleSetNames,
  ruleSets,
  ruleSetsViewSchema,
} from '../../../core/rule-sets/rule-sets.ts';
import { scanConfigSchema } from '../../../core/scans/scan-config.ts';

const rulesOf = (name: RuleSetName) => new Set(resolveRuleSets([name]).ruleIds);
const on = new Set(
  (axe as unknown as { _audit: { rules: { id: string; enabled: boolean }[] } })._audit.rules
    .filter(({ enabled }) => enabled)
    .map(({ id }) => id),
);
const isOn = ({ ruleId }: { ruleId: string }) => on.has(ruleId);
const has = (tag: string) => (rule: { tags: readonly string[] }) => rule.tags.includes(tag);

describe('rule sets', () => {
  it('contain every rule that axe runs by default', () => {
    const reachable = new Set(resolveRuleSets(ruleSetNames).ruleIds);
    const byDefault = axeRules.filter(
      (rule) => isOn(rule) && !has('experimental')(rule) && !has('deprecated')(rule),
    );
    expect(byDefault.length).toBeGreaterThan(80);
    expect(byDefault.map((rule) => rule.ruleId).filter((id) => !reachable.has(id))).toEqual([]);
  });

  it('contain every rule of axe but the one that cannot decide here', () => {
    const reachable = new Set(resolveRuleSets(ruleSetNames).ruleIds);
    expect(axeRules.map(({ ruleId }) => ruleId).filter((id) => !reachable.has(id))).toEqual([
      'css-orientation-lock',
    ]);
  });

  it.each(['experimental', 'deprecated'] as const)('contain %s rules only in the set of that name', (tag) => {
    const others = resolveRuleSets(ruleSetNames.filter((name) => name !== tag));
    const ofTag = axeRules.filter(has(tag)).map(({ ruleId }) => ruleId);
    expect(ofTag.length).toBeGreaterThan(4);
    expect(others.ruleIds.filter((id) => ofTag.includes(id))).toEqual([]);
    expect(resolveRuleSets([tag]).ruleIds).toEqual(ofTag.filter((id) => id !== 'css-orientation-lock'));
  });

  it('can all be part of one scan', () => {
    expect(scanConfigSchema.parse({ rules: [...ruleSetNames] }).rules).toEqual(ruleSetNames);
  });

  it('have the rules of the original Section 508 without experimental ones', () => {
    const { ruleIds } = resolveRuleSets(['section-508-1194']);
    expect(ruleIds).toContain('image-alt');
    expect(ruleIds).not.toContain('td-has-header');
  });

  it('exclude axe’s obsolete rules only because those are deprecated and off', () => {
    const obsolete = axeRules.filter(has('wcag2a-obsolete'));
    expect(obsolete.length).toBeGreaterThan(0);
    expect(obsolete.filter((rule) => isOn(rule) || !has('deprecated')(rule))).toEqual([]);
  });

  it.each(ruleSetNames)('%s uses only tags that axe has and is not empty', (name) => {
    for (const tag of ruleSets[name].axeTags) expect(axeRules.some(has(tag)), tag).toBe(true);
    expect(rulesOf(name).size).toBeGreaterThan(0);
  });

  it.each([
    ['wcag-a', 'wcag-aa'],
    ['wcag-aa', 'wcag-aaa'],
    ['wcag20-a', 'wcag20-aa'],
    ['wcag20-aa', 'wcag20-aaa'],
    ['wcag21-a', 'wcag21-aa'],
    ['wcag21-aa', 'wcag21-aaa'],
    ['wcag20-aa', 'wcag21-aa'],
    ['wcag21-aa', 'wcag22-aa'],
    ['en-301-549-v3', 'en-301-549'],
  ] as const)('%s is a subset of %s', (smaller, larger) => {
    expect([...rulesOf(smaller)].filter((id) => !rulesOf(larger).has(id))).toEqual([]);
    expect(rulesOf(larger).size).toBeGreaterThan(rulesOf(smaller).size);
  });

  it('use every WCAG level tag that axe has, so that a new one is noticed', () => {
    const levelTags = new Set(
      axeRules.flatMap((rule) => rule.tags).filter((tag) => /^wcag2\d?a{1,3}$/.test(tag)),
    );
    expect([...levelTags].sort()).toEqual([...ruleSets['wcag-aaa'].axeTags].sort());
  });

  it('resolve names without a version to the current versions', () => {
    for (const level of ['a', 'aa', 'aaa'] as const) {
      expect(rulesOf(`wcag-${level}`)).toEqual(rulesOf(`wcag22-${level}`));
    }
    expect(rulesOf('en-301-549')).toEqual(rulesOf('en-301-549-v4'));
  });

  it('contain target-size in WCAG 2.2 AA and EN 301 549 v4 only', () => {
    const holders = ruleSetNames.filter((name) => rulesOf(name).has('target-size'));
    expect(holders).toEqual([
      'wcag-aa',
      'wcag-aaa',
      'wcag22-aa',
      'wcag22-aaa',
      'en-301-549',
      'en-301-549-v4',
    ]);
  });

  it('map section-508 to WCAG 2.0 A and AA, not to the repealed 1194.22', () => {
    expect(rulesOf('section-508')).toEqual(rulesOf('wcag20-aa'));
    expect(rulesOf('section-508').has('color-contrast')).toBe(true);
    expect(axeRules.find((rule) => rule.ruleId === 'color-contrast')?.tags).not.toContain('section508');
  });

  it('never claim coverage of a standard that axe only maps to', () => {
    const ofNoStandard = ['best-practice', 'experimental', 'deprecated'];
    for (const name of ruleSetNames.filter((each) => !ofNoStandard.includes(each))) {
      expect(ruleSets[name].meaning).toMatch(/^Rules mapped to /);
      expect(ruleSets[name].meaning).not.toMatch(/cover/);
    }
    expect(ruleSets['section-508'].meaning).toBe(
      'Rules mapped to the Revised Section 508: WCAG 2.0, levels A and AA.',
    );
    expect(ruleSets['wcag-aa'].meaning).toContain('mapped to the success criteria of the current WCAG, 2.2');
  });

  it('have a title that states the version they are mapped to', () => {
    expect(ruleSets['wcag-aa'].title).toBe('WCAG 2.2 levels A and AA');
    for (const { standard, version, title } of Object.values(ruleSets)) {
      if (standard === 'WCAG' || standard === 'EN 301 549') expect(title).toContain(version);
      expect(title).not.toMatch(/cover|conform|complian/);
    }
  });
});

describe('resolveRuleSets', () => {
  it('combines sets into sorted rule ids without duplicates', () => {
    const { sets, ruleIds } = resolveRuleSets(['best-practice', 'wcag-a', 'wcag-aa', 'best-practice']);
    expect(sets.map((set) => set.name)).toEqual(['wcag-a', 'wcag-aa', 'best-practice']);
    expect(ruleIds).toEqual([...new Set(ruleIds)].sort());
    expect(new Set(ruleIds)).toEqual(new Set(sets.flatMap((set) => set.ruleIds)));
    expect(ruleIds).toContain('region');
    expect(ruleIds).toContain('label');
  });

  it('does not depend on the order of the names', () => {
    expect(resolveRuleSets(['act', 'wcag-aa'])).toEqual(resolveRuleSets(['wcag-aa', 'act']));
  });
});

describe('listRuleSets', () => {
  it('matches its schema, with one default priority', () => {
    const view = ruleSetsViewSchema.parse(listRuleSets());
    expect(view.items.map((item) => item.name)).toEqual(ruleSetNames);
    expect(view.priorities.filter((priority) => priority.default).map((priority) => priority.name)).toEqual([
      'normal',
    ]);
  });
});

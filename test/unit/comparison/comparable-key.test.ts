import { describe, expect, it } from 'vitest';
import { computeComparableKey, listSettingDifferences } from '../../../core/comparison/comparable-key.ts';
import type { RuleSetName } from '../../../core/rule-sets/rule-sets.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { type ScanSettings, scanSettingsDefault } from '../../../core/scans/scan-settings.ts';
import { buildComparableConditions } from '../../../core/trend/comparable-conditions.ts';

const settings = scanSettingsDefault;
const page = (overrides: Partial<ScanSettings['page']>): ScanSettings => ({
  ...settings,
  page: { ...pageSettingsDefault, ...overrides },
});
const rules: RuleSetName[] = ['wcag-aa', 'best-practice'];

describe('the key of comparable scans', () => {
  it('does not change, because it is stored with scans; a change needs a new version', () => {
    const of = page({
      viewport: { width: 1280, height: 1024 },
      mobile: false,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-US',
      includeSelectors: [],
      excludeSelectors: [],
    });
    expect(computeComparableKey(['wcag-aa'], of)).toBe('794ffda0a46790c1');
  });

  it.each<[string, RuleSetName[], ScanSettings]>([
    ['the order of rule sets', ['best-practice', 'wcag-aa'], settings],
    ['a rule set that is named twice', ['wcag-aa', 'best-practice', 'wcag-aa'], settings],
    ['which pages are scanned', rules, { ...settings, crawl: { ...settings.crawl, maxPages: 7 } }],
    ['the expected status', rules, { ...settings, expectStatus: 404 }],
    ['pictures', rules, page({ screenshots: 'none' })],
    ['the masks of pictures', rules, page({ redactSelectors: ['.name'] })],
    ['the selectors that pages wait for', rules, page({ waitFor: { milliseconds: 5 } })],
    ['the user agent', rules, page({ userAgentSuffix: 'ci/1' })],
  ])('does not depend on %s', (_, otherRules, other) => {
    expect(computeComparableKey(otherRules, other)).toBe(computeComparableKey(rules, settings));
    expect(listSettingDifferences({ rules, settings }, { rules: otherRules, settings: other })).toEqual([]);
  });

  it('does not depend on the order of selectors, or on duplicates', () => {
    const a = page({ includeSelectors: ['main', 'nav'], excludeSelectors: ['.ad', '.chat'] });
    const b = page({ includeSelectors: ['nav', 'main', 'nav'], excludeSelectors: ['.chat', '.ad'] });
    expect(computeComparableKey(rules, a)).toBe(computeComparableKey(rules, b));
  });

  it.each<[string, RuleSetName[], ScanSettings]>([
    ['rules', ['wcag-aa'], settings],
    ['viewport', rules, page({ viewport: { width: 390, height: 844 } })],
    ['viewport', rules, page({ mobile: true })],
    ['colorScheme', rules, page({ colorScheme: 'dark' })],
    ['reducedMotion', rules, page({ reducedMotion: 'no-preference' })],
    ['locale', rules, page({ locale: 'de-AT' })],
    ['includeSelectors', rules, page({ includeSelectors: ['main'] })],
    ['excludeSelectors', rules, page({ excludeSelectors: ['main'] })],
    ['credentials', rules, { ...settings, signedIn: true }],
  ])('depends on %s, and its description says so', (name, otherRules, other) => {
    expect(computeComparableKey(otherRules, other)).not.toBe(computeComparableKey(rules, settings));
    expect(listSettingDifferences({ rules, settings }, { rules: otherRules, settings: other })).toEqual([
      name,
    ]);
    // The descriptions for people differ as well.
    expect(buildComparableConditions('key', otherRules, other)).not.toEqual(
      buildComparableConditions('key', rules, settings),
    );
  });
});

import { hash } from 'node:crypto';
import type { RuleSetName } from '../rule-sets/rule-sets.ts';
import type { ScanSettings } from '../scans/scan-settings.ts';

/** Increase it when the members below change, because the keys of earlier scans then have another meaning. */
const KEY_VERSION = 1;
const KEY_LENGTH = 16;

/** Returns the settings that comparable scans have in common, by their names in `config`. */
function pickComparedSettings(rules: readonly RuleSetName[], { page, signedIn }: ScanSettings) {
  const { viewport, mobile } = page;
  return {
    rules: toSortedSet(rules),
    viewport: [viewport.width, viewport.height, mobile],
    colorScheme: page.colorScheme,
    reducedMotion: page.reducedMotion,
    locale: page.locale,
    includeSelectors: toSortedSet(page.includeSelectors),
    excludeSelectors: toSortedSet(page.excludeSelectors),
    credentials: signedIn,
  };
}

/** Returns the list sorted and without duplicates, because order and duplicates make no difference. */
function toSortedSet(list: readonly string[]): string[] {
  return [...new Set(list)].sort();
}

/**
 * Returns a key that is equal for scans whose findings can be compared: same rule sets, viewport, color scheme, reduced
 * motion, locale and selectors, and both with or both without credentials. It does not depend on the pages of a scan.
 * 16 hexadecimal digits.
 */
export function computeComparableKey(rules: readonly RuleSetName[], settings: ScanSettings): string {
  return hash('sha256', JSON.stringify([KEY_VERSION, pickComparedSettings(rules, settings)]), 'hex').slice(
    0,
    KEY_LENGTH,
  );
}

/** The members of a scan that decide whether it can be compared. */
export interface Comparable {
  rules: readonly RuleSetName[];
  settings: ScanSettings;
}

/** Returns the names of the settings in `config` that make two scans incomparable; empty if they can be compared. */
export function listSettingDifferences(a: Comparable, b: Comparable): string[] {
  const one: Record<string, unknown> = pickComparedSettings(a.rules, a.settings);
  const other: Record<string, unknown> = pickComparedSettings(b.rules, b.settings);
  return Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

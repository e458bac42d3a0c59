import { hash } from 'node:crypto';
import type { RuleSetName } from '../rule-sets/rule-sets.ts';
import type { ScanSettings } from '../scans/scan-settings.ts';

/** Raised when the members below change, for then the keys of old scans mean something else. */
const KEY_VERSION = 1;
const KEY_LENGTH = 16;

/** What two scans must have in common, by the name under which people know it. */
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

/** The order in which a list was written, and what it says twice, make no difference. */
function toSortedSet(list: readonly string[]): string[] {
  return [...new Set(list)].sort();
}

/**
 * Equal for scans whose findings can be compared: same rule sets, viewport, colour scheme, motion, locale, selectors,
 * and credentials used or not. Which pages a scan has is no part of it. 16 hexadecimal digits.
 */
export function computeComparableKey(rules: readonly RuleSetName[], settings: ScanSettings): string {
  return hash('sha256', JSON.stringify([KEY_VERSION, pickComparedSettings(rules, settings)]), 'hex').slice(
    0,
    KEY_LENGTH,
  );
}

/** A scan as far as it matters for comparing. */
export interface Comparable {
  rules: readonly RuleSetName[];
  settings: ScanSettings;
}

/** Names of what keeps two scans from being compared, as members of `config` are called; empty when they can be. */
export function listSettingDifferences(a: Comparable, b: Comparable): string[] {
  const one: Record<string, unknown> = pickComparedSettings(a.rules, a.settings);
  const other: Record<string, unknown> = pickComparedSettings(b.rules, b.settings);
  return Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

import type { Impact } from '../scans/page-result.ts';
import type { FailOn } from './fail-on.ts';
import { isAtOrAbove } from './gate-finding.ts';

/** The thresholds of a gate for new findings: the part of `failOn` that needs a baseline. */
export interface NewFindingThresholds {
  /** Lowest impact of a new finding that fails the gate; null if there is no threshold. */
  criteria: Impact | null;
  /** The same for best practices. */
  bestPractice: Impact | null;
  /** Whether findings that need review count too. */
  review: boolean;
}

/** Returns the thresholds of a gate for new findings; null if it has none. */
export function getNewFindingThresholds(failOn: FailOn | undefined): NewFindingThresholds | null {
  const criteria = failOn?.new ?? null;
  const bestPractice = failOn?.bestPractice?.new ?? null;
  if (failOn === undefined || (criteria === null && bestPractice === null)) return null;
  return { criteria, bestPractice, review: failOn.review };
}

/** True if a gate with the thresholds `strict` fails on every new finding that a gate with `other` fails on. */
export function isAtLeastAsStrict(strict: NewFindingThresholds, other: NewFindingThresholds): boolean {
  return (
    reaches(strict.criteria, other.criteria) &&
    reaches(strict.bestPractice, other.bestPractice) &&
    (strict.review || !other.review)
  );
}

function reaches(strict: Impact | null, threshold: Impact | null): boolean {
  return threshold === null || (strict !== null && isAtOrAbove(threshold, strict));
}

import type { Impact } from '../scans/page-result.ts';
import { isAtOrAbove } from './counted.ts';
import type { FailOn } from './fail-on.ts';

/** What a gate asks of new findings: the part of `failOn` that needs a baseline. */
export interface Question {
  /** Least impact of a new finding that fails the gate; null when new findings are not asked for. */
  criteria: Impact | null;
  /** The same for best practices. */
  bestPractice: Impact | null;
  /** Whether findings that need review count too. */
  review: boolean;
}

/** Returns what a gate asks of new findings; null when it asks nothing of them. */
export function questionOf(failOn: FailOn | undefined): Question | null {
  const criteria = failOn?.new ?? null;
  const bestPractice = failOn?.bestPractice?.new ?? null;
  if (failOn === undefined || (criteria === null && bestPractice === null)) return null;
  return { criteria, bestPractice, review: failOn.review };
}

/** Whether a gate that asked `strict` of new findings would have failed on whatever `question` fails on. */
export function covers(strict: Question, question: Question): boolean {
  return (
    reaches(strict.criteria, question.criteria) &&
    reaches(strict.bestPractice, question.bestPractice) &&
    (strict.review || !question.review)
  );
}

function reaches(strict: Impact | null, threshold: Impact | null): boolean {
  return threshold === null || (strict !== null && isAtOrAbove(threshold, strict));
}

import type { Check as CheckText } from '../../core/findings/check.ts';
import type { FindingKind } from '../../core/findings/finding-kind.ts';
import type { PageElement } from './in-page/axe.ts';
import type { CheckedPage } from './in-page/checked-page.ts';

/** What a check found at one element. */
export interface CheckFinding {
  element: PageElement;
  kind: FindingKind;
  /** What is wrong with the element, or the question to a reviewer. */
  message: string;
  /** The evidence: what was measured. Long texts are cut. */
  data: CheckText['data'];
}

/** The result of a check for one element. Of an element that passes, only checks that answer rules of axe need it. */
export type CheckResult = CheckFinding | { kind: 'passed'; element?: PageElement };

/**
 * A check that runs in one document. It yields a result for each element that it applies to: without results the check
 * is inapplicable. It reads the page and never changes it. Its time grows no faster than the document.
 */
export type Check = (page: CheckedPage) => Iterable<CheckResult>;

/** Returns the result of an element that passes. */
export function pass(element?: PageElement): CheckResult {
  return { kind: 'passed', ...(element === undefined ? {} : { element }) };
}

/** Returns the result of an element that violates the check. */
export function fail(element: PageElement, message: string, data: CheckFinding['data'] = null): CheckResult {
  return { element, kind: 'violation', message, data };
}

/** Returns the result of an element that a person must review. @param question what to decide */
export function askReview(
  element: PageElement,
  question: string,
  data: CheckFinding['data'] = null,
): CheckResult {
  return { element, kind: 'review', message: question, data };
}

/**
 * Returns one question for all elements of a document that only weak evidence speaks against, because a question for
 * each would be noise. It is asked at the first of them, and its data says how many there are. Empty without elements.
 */
export function askOnce(
  found: readonly { element: PageElement; data?: Exclude<CheckFinding['data'], null> }[],
  question: string,
): CheckResult[] {
  const [first] = found;
  return first === undefined
    ? []
    : [askReview(first.element, question, { ...first.data, elements: found.length })];
}

import type { IssueGroup } from './report.ts';

/** Returns the number of a group's listed elements that count, or of those on one page. */
export function countListed({
  elements,
  suppressed,
  decidedFine = 0,
}: Pick<IssueGroup, 'elements' | 'suppressed' | 'decidedFine'>): number {
  return elements - suppressed - decidedFine;
}

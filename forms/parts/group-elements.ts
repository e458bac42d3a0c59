import type { IssueGroup } from '../../core/reports/report.ts';
import { countOf, grouped } from './words.ts';

/** Returns the number of a group's elements that count, listed or not. */
export function elementsOfGroup({ elements, suppressed, unlisted }: IssueGroup): number {
  return elements - suppressed + unlisted;
}

/** Returns it as text, such as `40,000 elements (200 of them listed)`. */
export function groupElementsText(group: IssueGroup): string {
  const listed = group.elements - group.suppressed;
  const text = countOf(elementsOfGroup(group), 'element');
  return group.unlisted === 0 ? text : `${text} (${grouped(listed)} of them listed)`;
}

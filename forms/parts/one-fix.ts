import type { IssueGroup } from '../../core/reports/report.ts';
import { elementsOfGroup } from './group-elements.ts';

const claims: Partial<Record<string, string>> = { certain: 'one fix', probable: 'probably one fix' };

/** How sure it is that one fix removes what counts of a group; empty for a single finding. */
export function oneFixText(group: IssueGroup): string {
  // A report may come from another version of the service, without this or with another word.
  return elementsOfGroup(group) < 2 ? '' : (claims[group.oneFix ?? ''] ?? '');
}

/** The same in brackets, with a space in front. */
export function oneFixAside(group: IssueGroup): string {
  const text = oneFixText(group);
  return text === '' ? '' : ` (${text})`;
}

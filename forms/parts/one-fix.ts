import type { IssueGroup } from '../../core/reports/report.ts';

const claims: Partial<Record<string, string>> = { certain: 'one fix', probable: 'probably one fix' };

/** How sure it is that one fix removes what counts of a group; empty for a single finding. */
export function oneFixText({ oneFix, elements, suppressed }: IssueGroup): string {
  // A report may come from another version of the service, without this or with another word.
  return elements - suppressed < 2 ? '' : (claims[oneFix ?? ''] ?? '');
}

/** The same in brackets, with a space in front. */
export function oneFixAside(group: IssueGroup): string {
  const text = oneFixText(group);
  return text === '' ? '' : ` (${text})`;
}

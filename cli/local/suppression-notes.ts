import type { Report } from '../../core/reports/report.ts';
import { formatCount } from '../../formats/parts/words.ts';

/** Suppressions that are reported one by one. */
const SHOWN_MAX = 20;

type Shown = Report['suppressions'][number];

/** Reports what each suppression of a scan did, one sentence each. */
export function describeSuppressions({ suppressions }: Report): string[] {
  const notes = suppressions.slice(0, SHOWN_MAX).map(noteOf);
  const more = suppressions.length - notes.length;
  return more > 0 ? [...notes, `${formatCount(more, 'further suppression')}: see the report.`] : notes;
}

function noteOf(suppression: Shown): string {
  const { findings, expired, expiresAt } = suppression;
  const name = `The suppression of ${subjectOf(suppression)}`;
  if (expired) return `${name} expired on ${expiresAt?.slice(0, 10)}: what it matches counts again.`;
  if (findings === 0) return `${name} matches nothing that this scan found.`;
  return `${name} took ${formatCount(findings, 'finding')} out of the count.`;
}

function subjectOf({ match, reason }: Shown): string {
  const members = Object.entries(match).map(([name, value]) => `${name} ${value}`);
  return `${members.join(', ')} (${reason})`;
}

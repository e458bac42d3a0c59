import type { Report } from '../../core/reports/report.ts';
import { formatCount } from '../../formats/parts/words.ts';

/** Maximum number of suppressions with a note of their own. */
const SHOWN_MAX = 20;

type Shown = Report['suppressions'][number];

/** Describes the effect of each suppression, one sentence each. */
export function describeSuppressions({ suppressions }: Report): string[] {
  const notes = suppressions.slice(0, SHOWN_MAX).map(formatNote);
  const more = suppressions.length - notes.length;
  return more > 0 ? [...notes, `${formatCount(more, 'further suppression')}: see the report.`] : notes;
}

function formatNote(suppression: Shown): string {
  const { findings, expired, expiresAt } = suppression;
  const name = `The suppression of ${formatSubject(suppression)}`;
  if (expired) return `${name} expired on ${expiresAt?.slice(0, 10)}: it no longer suppresses findings.`;
  if (findings === 0) return `${name} matches no finding of this scan.`;
  return `${name} excluded ${formatCount(findings, 'finding')} from the count.`;
}

function formatSubject({ match, reason }: Shown): string {
  const members = Object.entries(match).map(([name, value]) => `${name} ${value}`);
  return `${members.join(', ')} (${reason})`;
}

import type { FindingDecision, Verdict } from '../../core/decisions/decision.ts';
import type { ReportDecision } from '../../core/reports/report.ts';
import { escapeLine, truncate } from '../../core/text/line.ts';
import { toSentence } from '../../core/text/sentence.ts';

/** Maximum number of characters of the reason and of the name. JSON, HTML, CSV and SARIF have the whole texts. */
const REASON_MAX = 240;
const NAME_MAX = 60;

/** Maximum number of characters of all that is said about a decision. */
const DECISION_MAX = 420;

/** Verdicts in sentences that begin with `that it is`. */
export const verdictWords: Readonly<Record<Verdict, string>> = { fine: 'fine', problem: 'a problem' };

/**
 * Returns sentences about what a person decided about a finding, with the reason and the person; empty without a
 * decision.
 */
export function describeDecision(
  said: FindingDecision | null | undefined,
  decision: ReportDecision | undefined,
): string {
  if (said == null) return '';
  const sentence =
    said === 'outdated'
      ? `A person decided before that this is ${verdictWords[decision?.decision ?? 'fine']}, but the decision is outdated.`
      : `A person decided that this is ${verdictWords[said]}.`;
  return `${sentence} ${describeReason(decision)}`.trim();
}

/** Returns the reason of a decision with the person, such as `Reason (Ada): Readable.`; empty without a decision. */
export function describeReason(decision: ReportDecision | undefined): string {
  if (decision === undefined) return '';
  const name = truncate(decision.author.name, NAME_MAX);
  return `Reason (${name}): ${toSentence(truncate(decision.reason, REASON_MAX))}`;
}

/**
 * Returns a text about a finding as one line, followed by what a person decided. If it is too long, the text before
 * the decision is cut.
 * @param max length in UTF-16 units
 */
export function appendDecision(text: string, decision: string, max: number): string {
  if (decision === '') return escapeLine(text, max);
  const end = ` ${escapeLine(decision, DECISION_MAX)}`;
  return `${escapeLine(toSentence(text), max - end.length)}${end}`;
}

import { escapeLine } from '../../core/text/line.ts';
import type { DecidedFindings } from '../parts/decided-findings.ts';
import { appendDecision, describeDecision } from '../parts/decision-text.ts';
import type { RuleText } from '../parts/rule-texts.ts';
import { formatCount } from '../parts/words.ts';
import { removeMarkdown } from './github-text.ts';

/** Decisions that are stated as notifications. */
const NOTES_MAX = 20;
const NOTE_MAX = 1_000;
const ELEMENT_MAX = 200;
const PATH_MAX = 100;

/** Returns the decisions that the findings of a group are problems, by the id of the group. */
export function findProblems(decided: readonly DecidedFindings[]): Map<string | null, DecidedFindings[]> {
  return Map.groupBy(
    decided.filter(({ said }) => said === 'problem'),
    ({ group }) => group,
  );
}

/**
 * Returns what the first decision about the problems of a group says, and how many more there are. The report may list
 * none of the problems, if it has very many findings.
 */
export function describeProblems([first, ...others]: readonly DecidedFindings[] = []): string {
  const more = others.length === 0 ? '' : ` ${describeMore(others.length)}`;
  return describeDecision('problem', first?.decision) + more;
}

/** Returns notes about what people decided that makes no alert: findings that are fine, and outdated decisions. */
export function buildDecisionNotes(
  decided: readonly DecidedFindings[],
  texts: ReadonlyMap<string, RuleText>,
): string[] {
  const listed = decided.filter(({ said }) => said !== 'problem');
  const notes = listed.slice(0, NOTES_MAX).map(({ said, decision, ruleId, count, element, url }) => {
    const path = escapeLine(URL.parse(url)?.pathname ?? '/', PATH_MAX);
    const where = `${escapeLine(element, ELEMENT_MAX)} on ${path}`;
    const what = `${texts.get(ruleId)?.help ?? ruleId}: ${formatCount(count, 'element')}, ${where}`;
    return appendDecision(removeMarkdown(what), removeMarkdown(describeDecision(said, decision)), NOTE_MAX);
  });
  const more = listed.length - notes.length;
  return more === 0 ? notes : [...notes, describeMore(more)];
}

function describeMore(count: number): string {
  return `And ${formatCount(count, 'more decision')}, in the full report.`;
}

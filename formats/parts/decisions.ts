import type { FindingDecision } from '../../core/decisions/decision.ts';
import type { Report, ReportDecision, ReportNode } from '../../core/reports/report.ts';
import { formatCount } from './words.ts';

/** Says in lists of findings that a person, not a rule, decided that a finding is a problem. */
export const PROBLEM_TEXT = 'A person decided that this is a problem.';

/** Says what a person decided about a finding, in lists of facts about it. */
export const decisionTexts: Readonly<Record<FindingDecision, string>> = {
  fine: 'decided by a person: fine',
  problem: 'decided by a person: problem',
  outdated: 'decided by a person before, outdated',
};

/** Returns a function that returns the decision on a finding, with person and reason. */
export function createDecisionFinder({
  decisions = [],
}: Pick<Report, 'decisions'>): (node: ReportNode) => ReportDecision | undefined {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return ({ decisionId }) => byId.get(decisionId ?? '');
}

/** Returns a sentence for each kind of decision that findings of the report have. */
export function describeDecided({ summary, decisions = [] }: Report): string[] {
  const none = { elements: 0 };
  const { fine, problems, outdated } = summary.decided ?? { fine: none, problems: none, outdated: none };
  const notApplied = decisions.reduce((sum, decision) => sum + decision.notApplied, 0);
  return [
    fine.elements > 0 ? `${formatCount(fine.elements, 'finding')} that a person decided to be fine.` : '',
    problems.elements > 0
      ? `${formatCount(problems.elements, 'violation')} that a person decided to be ${problems.elements === 1 ? 'a problem' : 'problems'}, because the rules could not decide.`
      : '',
    outdated.elements > 0
      ? `${formatCount(outdated.elements, 'finding')} that a person decided about before. The element, the rule or the settings of the scan are not the same, so a person must check again.`
      : '',
    notApplied > 0
      ? `${formatCount(notApplied, 'violation')} with a decision that does not apply, because the rules can decide now.`
      : '',
  ].filter((sentence) => sentence !== '');
}

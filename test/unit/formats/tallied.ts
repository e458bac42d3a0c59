import type { ReportCounts, ReportNode, RuleFindings } from '../../../core/reports/report.ts';
import { buildRuleFindings } from '../../../core/reports/rule-findings.ts';
import { RuleTallies } from '../../../core/reports/rule-tally.ts';

/** A finding of one kind. */
interface OfRule {
  ruleId: string;
  node: ReportNode;
}

/**
 * Returns the rules of some findings of one kind with their nodes, as reports have them, in the order of the findings.
 */
export function rulesOf(findings: readonly OfRule[]): RuleFindings[] {
  const tallies = tallied(findings);
  return [...Map.groupBy(findings, ({ ruleId }) => ruleId)].map(([ruleId, ofRule]) => ({
    ...buildRuleFindings(tallies.of(ruleId)),
    nodes: ofRule.map(({ node }) => node),
  }));
}

/** Returns the totals of some findings of one kind, without suppressed ones. */
export function countsOf(findings: readonly OfRule[]): ReportCounts {
  return tallied(findings.filter(({ node }) => node.suppressedBy === null)).counts();
}

function tallied(findings: readonly OfRule[]): RuleTallies {
  const tallies = new RuleTallies();
  for (const [pageId, onPage] of Map.groupBy(findings, ({ node }) => node.pageId)) {
    for (const { ruleId, node } of onPage) tallies.of(ruleId).add(pageId, node.impact);
  }
  return tallies;
}

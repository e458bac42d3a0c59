import { findRule } from '../rule-sets/rules.ts';
import type { FindingNode, Impact, PageFinding } from './page-result.ts';

/** Used only for a rule that this version of axe does not have, if the finding has no impact either. */
const IMPACT_UNKNOWN: Impact = 'moderate';

/** Returns the usual impact of a rule's findings. */
export function getRuleImpact(ruleId: string): Impact {
  return findRule(ruleId)?.impact ?? IMPACT_UNKNOWN;
}

/** Returns the impact of an element, or of a finding as a whole: the impact that axe reports, else that of the rule. */
export function getImpact(
  finding: Pick<PageFinding, 'ruleId' | 'impact'>,
  node?: Pick<FindingNode, 'impact'>,
): Impact {
  return node?.impact ?? finding.impact ?? getRuleImpact(finding.ruleId);
}

/** Returns the true number of elements of a finding. */
export function countElements({
  nodeCount,
  nodes,
}: {
  nodeCount: number;
  nodes: readonly unknown[];
}): number {
  return Math.max(nodeCount, nodes.length);
}

import { axeRule } from '../rule-sets/axe-rule.ts';
import type { FindingNode, Impact, PageFinding } from './page-result.ts';

/** Used only for a rule that this version of axe does not have, where the finding has no impact either. */
const IMPACT_UNKNOWN: Impact = 'moderate';

/** The usual impact of a rule's findings. */
export function impactOfRule(ruleId: string): Impact {
  return axeRule(ruleId)?.impact ?? IMPACT_UNKNOWN;
}

/** The impact of an element, or of a finding as a whole: axe's, else that of its rule. */
export function impactOf(finding: PageFinding, node?: FindingNode): Impact {
  return node?.impact ?? finding.impact ?? impactOfRule(finding.ruleId);
}

/** True number of elements that a finding stands for. */
export function elementsOf(finding: PageFinding): number {
  return Math.max(finding.nodeCount, finding.nodes.length);
}

import type { FindingNode, PageFinding } from '../../core/scans/page-result.ts';
import type { Finding } from './contract.ts';

/** Returns our own findings as a list, one for each element. */
export function toFindings(
  findings: readonly (Pick<PageFinding, 'ruleId' | 'kind'> & {
    nodes: readonly Pick<FindingNode, 'target' | 'html'>[];
  })[],
): Finding[] {
  return findings.flatMap(({ ruleId, kind, nodes }) =>
    nodes.map(({ target, html }) => ({ rule: ruleId, kind, where: JSON.stringify(target), html })),
  );
}

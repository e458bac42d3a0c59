import type { FindingNode, PageFinding } from '../../core/scans/page-result.ts';
import type { Finding } from './contract.ts';

/** Our own findings, one by one. */
export function findingsIn(
  findings: readonly (Pick<PageFinding, 'ruleId' | 'kind'> & {
    nodes: readonly Pick<FindingNode, 'target' | 'html'>[];
  })[],
): Finding[] {
  return findings.flatMap(({ ruleId, kind, nodes }) =>
    nodes.map(({ target, html }) => ({ rule: ruleId, kind, where: JSON.stringify(target), html })),
  );
}

import { isKnownFingerprint } from '../../core/findings/known-fingerprints.ts';
import type { ScreenshotMode } from '../../core/findings/picture.ts';
import { type FindingNode, impacts, type PageFinding } from '../../core/scans/page-result.ts';

/**
 * Returns the elements to take pictures of, the most important first: one element of each component before its
 * duplicates, violations before needs-review findings, the worst impact first, and then in the order of the page.
 * @param known the baseline's fingerprints of this page, packed by `packKnownFingerprints`; undefined without a
 * baseline, so that every finding is new
 */
export function chooseNodes(
  findings: readonly PageFinding[],
  mode: ScreenshotMode,
  known: string | undefined,
): FindingNode[] {
  if (mode === 'none') return [];
  const wanted = findings.flatMap(({ kind, impact, nodes }) =>
    nodes
      .filter(({ identity, target }) => {
        const isNew = known === undefined || identity === null || !isKnownFingerprint(known, identity);
        return (mode === 'all' || isNew) && !isWholePage(target);
      })
      .map((node) => ({ node, kind, rank: getRank(node.impact ?? impact) })),
  );
  wanted.sort((a, b) => Number(a.kind === 'review') - Number(b.kind === 'review') || a.rank - b.rank);
  const components = new Set<string>();
  const first: FindingNode[] = [];
  const duplicates: FindingNode[] = [];
  for (const { node } of wanted) {
    const component = node.identity?.component;
    if (component !== undefined && components.has(component)) duplicates.push(node);
    else first.push(node);
    if (component !== undefined) components.add(component);
  }
  return [...first, ...duplicates];
}

/** True for the root elements. A picture of the top of a page does not show a finding that concerns the whole page. */
function isWholePage(target: FindingNode['target']): boolean {
  return target.length === 1 && (target[0] === 'html' || target[0] === 'body');
}

function getRank(impact: FindingNode['impact']): number {
  return impact === null ? impacts.length : impacts.indexOf(impact);
}

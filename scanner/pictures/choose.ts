import { isKnownFingerprint } from '../../core/findings/known-fingerprints.ts';
import type { ScreenshotMode } from '../../core/findings/picture.ts';
import { type FindingNode, impacts, type PageFinding } from '../../core/scans/page-result.ts';

/**
 * The elements that pictures are taken of, the most important first: one of each component before its twins,
 * violations before needs-review, the worst impact first, and then in the order of the page.
 * @param known the fingerprints that the baseline has on this page, as `packKnownFingerprints` writes them; undefined where there
 * is no baseline, so that nothing is known
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
      .map((node) => ({ node, kind, rank: rankOf(node.impact ?? impact) })),
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

/** A picture of the beginning of a page shows nothing of a fault of the page as a whole. */
function isWholePage(target: FindingNode['target']): boolean {
  return target.length === 1 && (target[0] === 'html' || target[0] === 'body');
}

function rankOf(impact: FindingNode['impact']): number {
  return impact === null ? impacts.length : impacts.indexOf(impact);
}

import type { Finding } from './contract.ts';

/** The part of an audit in Lighthouse's result that is used here. */
export interface Audit {
  scoreDisplayMode: string;
  score: number | null;
  details?: { items?: { node?: { selector: string; snippet: string } }[] };
}

/**
 * Returns Lighthouse's findings as a list, one for each element.
 * @param audits by name, which is the id of the axe rule
 */
export function toFindings(audits: Record<string, Audit>): Finding[] {
  return Object.entries(audits).flatMap(([rule, { scoreDisplayMode, score, details }]) => {
    if (scoreDisplayMode !== 'binary' || score === 1) return [];
    return (details?.items ?? []).flatMap(({ node }) =>
      node === undefined
        ? []
        : [{ rule, kind: 'violation' as const, where: node.selector, html: node.snippet }],
    );
  });
}

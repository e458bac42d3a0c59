import type { Finding } from './contract.ts';

/** What is used of an audit in Lighthouse's result. */
export interface Audit {
  scoreDisplayMode: string;
  score: number | null;
  details?: { items?: { node?: { selector: string; snippet: string } }[] };
}

/** Lighthouse's findings, one by one. @param audits by name, which is that of the axe rule */
export function findingsOfAudits(audits: Record<string, Audit>): Finding[] {
  return Object.entries(audits).flatMap(([rule, { scoreDisplayMode, score, details }]) => {
    if (scoreDisplayMode !== 'binary' || score === 1) return [];
    return (details?.items ?? []).flatMap(({ node }) =>
      node === undefined
        ? []
        : [{ rule, kind: 'violation' as const, where: node.selector, html: node.snippet }],
    );
  });
}

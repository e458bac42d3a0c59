import type { Finding } from './contract.ts';

/** What is used of axe's results. */
export interface AxeResults {
  violations: AxeRule[];
  incomplete: AxeRule[];
}
interface AxeRule {
  id: string;
  nodes: { target: unknown; html: string }[];
}

/** axe's findings, one by one. */
export function findingsOf({ violations, incomplete }: AxeResults): Finding[] {
  const of = (rules: AxeRule[], kind: Finding['kind']) =>
    rules.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => ({ rule: id, kind, where: JSON.stringify(target), html })),
    );
  return [...of(violations, 'violation'), ...of(incomplete, 'review')];
}

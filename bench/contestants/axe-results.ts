import type { Finding } from './contract.ts';

/** The part of axe's results that is used here. */
export interface AxeResults {
  violations: AxeRule[];
  incomplete: AxeRule[];
}
interface AxeRule {
  id: string;
  nodes: { target: unknown; html: string }[];
}

/** Returns axe's findings as a list, one for each element. */
export function toFindings({ violations, incomplete }: AxeResults): Finding[] {
  const of = (rules: AxeRule[], kind: Finding['kind']) =>
    rules.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => ({ rule: id, kind, where: JSON.stringify(target), html })),
    );
  return [...of(violations, 'violation'), ...of(incomplete, 'review')];
}

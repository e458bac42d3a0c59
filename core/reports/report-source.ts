import type { FindingKind } from '../findings/finding-kind.ts';
import type { Report, ReportNode } from './report.ts';

/** One finding of a report, with the rule that it belongs to. */
export interface ReportFinding {
  kind: FindingKind;
  ruleId: string;
  node: ReportNode;
}

/**
 * A report as its forms are made from it: whole but for the nodes, which may be many and are read one after the other
 * as often as a form needs them.
 */
export interface ReportSource {
  /** The report with `nodes` empty everywhere; `nodeCount` and all else are true. */
  head: Report;
  /**
   * The nodes in the order of the report: violations before needs-review, rule by rule in the order of the head, page
   * by page within a rule.
   */
  findings(): AsyncIterable<ReportFinding>;
  /** A picture's bytes (WebP); undefined when it is gone. */
  picture(id: string): Promise<Uint8Array | undefined>;
}

/** Returns a report that is in memory as a source without pictures. */
export function toReportSource(report: Report): ReportSource {
  const emptied = (rules: Report['violations']) => rules.map((rule) => ({ ...rule, nodes: [] }));
  return {
    head: { ...report, violations: emptied(report.violations), needsReview: emptied(report.needsReview) },
    async *findings() {
      for (const [kind, rules] of [
        ['violation', report.violations],
        ['review', report.needsReview],
      ] as const) {
        for (const { ruleId, nodes } of rules) for (const node of nodes) yield { kind, ruleId, node };
      }
    },
    picture: async () => undefined,
  };
}

import type { FindingKind } from '../findings/finding-kind.ts';
import type { Report, ReportNode } from './report.ts';

/** One finding of a report, with the rule that it belongs to. */
export interface ReportFinding {
  kind: FindingKind;
  ruleId: string;
  node: ReportNode;
}

/**
 * The input of the report renderers: a report without its nodes. The nodes may be many. A renderer streams them, as
 * often as it needs.
 */
export interface ReportSource {
  /** The report with all `nodes` empty; `nodeCount` and everything else are complete. */
  head: Report;
  /**
   * Returns the nodes in the order of the report: violations before needs-review, rule by rule in the order of the
   * head, page by page within a rule.
   */
  findings(): AsyncIterable<ReportFinding>;
  /** Returns the bytes of a picture (WebP); undefined if it no longer exists. */
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

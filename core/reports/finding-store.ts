import type { FindingKind } from '../findings/finding-kind.ts';
import type { ReportNode } from './report.ts';
import type { ReportFinding } from './report-source.ts';

/** The position of a stored element: its index among those of its rule and kind, from 0. */
export interface NodePosition {
  kind: FindingKind;
  ruleId: string;
  index: number;
}

/** Stores the findings of a report while it is built, those of each rule and kind in the order of their addition. */
export interface FindingStore {
  /**
   * Adds a finding.
   * @param json the finding as `JSON.stringify` returns it
   */
  add(finding: ReportFinding, json: string): void | Promise<void>;
  /** Returns the elements at some indexes of one rule and kind. Indexes and result are in ascending order. */
  pick(kind: FindingKind, ruleId: string, indexes: readonly number[]): Promise<ReportNode[]>;
}

export class FindingsInMemory implements FindingStore {
  readonly #nodes: Record<FindingKind, Map<string, ReportNode[]>> = {
    violation: new Map(),
    review: new Map(),
  };

  add({ kind, ruleId, node }: ReportFinding): void {
    const nodes = this.#nodes[kind].get(ruleId);
    if (nodes) nodes.push(node);
    else this.#nodes[kind].set(ruleId, [node]);
  }

  async pick(kind: FindingKind, ruleId: string, indexes: readonly number[]): Promise<ReportNode[]> {
    const nodes = this.of(kind, ruleId);
    return indexes.flatMap((index) => nodes[index] ?? []);
  }

  of(kind: FindingKind, ruleId: string): ReportNode[] {
    return this.#nodes[kind].get(ruleId) ?? [];
  }
}

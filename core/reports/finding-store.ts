import type { FindingKind } from '../findings/finding-kind.ts';
import type { ReportNode } from './report.ts';
import type { ReportFinding } from './report-source.ts';

/** Where an element is kept: the how-manieth of its rule and kind, from 0. */
export interface NodePosition {
  kind: FindingKind;
  ruleId: string;
  index: number;
}

/** Holds the findings of a report while it is put together, those of each rule and kind in the order they came in. */
export interface FindingStore {
  /**
   * Takes a finding in.
   * @param json the same as `JSON.stringify` gives it
   */
  add(finding: ReportFinding, json: string): void | Promise<void>;
  /** The elements at some places of one rule and kind, given and answered in ascending order. */
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

import { isNewOrRegressed } from '../../core/comparison/states.ts';
import type { IssueGroup, ReportNode, ReportSuppression } from '../../core/reports/report.ts';
import type { ReportFinding, ReportSource } from '../../core/reports/report-source.ts';
import { clip } from './parts.ts';

/** Elements of one group that are shown at most, the example among them. */
const ELEMENTS_MAX = 20;
/** Elements of all groups together: with many groups each shows fewer. */
const ELEMENTS_IN_ALL = 3_000;
const ELEMENTS_MIN = 2;
/** Findings of one suppression that are shown. */
const SUPPRESSED_MAX = 5;
const CODE_LENGTH_MAX = 2_000;

export interface Gathered {
  /** By id of the group: elements that are not suppressed, the example first, then new ones before others. */
  elements: ReadonlyMap<string, readonly ReportNode[]>;
  /** By id of the suppression. */
  suppressed: ReadonlyMap<string, readonly ReportFinding[]>;
}

/**
 * Reads the findings once and keeps what is shown of them: a bounded number by group and suppression, each with its
 * code cut to 2,000 characters, so that any number of findings takes the same memory.
 */
export async function gather(
  source: ReportSource,
  groups: readonly IssueGroup[],
  suppressions: readonly ReportSuppression[],
): Promise<Gathered> {
  const most = elementsPerGroup(groups.length);
  const byGroup = new Map(groups.map((group) => [group.id, new Sample(group.example, most)]));
  const suppressed = new Map<string, ReportFinding[]>(suppressions.map(({ id }) => [id, []]));
  if (groups.length === 0 && suppressions.length === 0) return { elements: new Map(), suppressed };
  for await (const finding of source.findings()) {
    const { node } = finding;
    if (node.suppressedBy === null) byGroup.get(node.issueGroup ?? '')?.add(node);
    else {
      const kept = suppressed.get(node.suppressedBy);
      if (kept && kept.length < SUPPRESSED_MAX) kept.push({ ...finding, node: shortened(node) });
    }
  }
  return { elements: new Map([...byGroup].map(([id, sample]) => [id, sample.nodes()])), suppressed };
}

function elementsPerGroup(groups: number): number {
  return Math.min(ELEMENTS_MAX, Math.max(ELEMENTS_MIN, Math.floor(ELEMENTS_IN_ALL / Math.max(groups, 1))));
}

class Sample {
  readonly #example: ReportNode;
  readonly #most: number;
  readonly #fresh: ReportNode[] = [];
  readonly #others: ReportNode[] = [];
  #exampleSeen = false;

  constructor(example: ReportNode, most: number) {
    this.#example = shortened(example);
    this.#most = most;
  }

  add(node: ReportNode): void {
    const list = isNewOrRegressed(node.state) ? this.#fresh : this.#others;
    if (list.length >= this.#most && this.#exampleSeen) return;
    if (!this.#exampleSeen && isSame(node, this.#example)) this.#exampleSeen = true;
    else if (list.length < this.#most) list.push(shortened(node));
  }

  nodes(): ReportNode[] {
    return [this.#example, ...this.#fresh, ...this.#others].slice(0, this.#most);
  }
}

function isSame(node: ReportNode, example: ReportNode): boolean {
  return node.pageId === example.pageId && JSON.stringify(node.target) === JSON.stringify(example.target);
}

function shortened(node: ReportNode): ReportNode {
  return { ...node, html: clip(node.html, CODE_LENGTH_MAX) };
}

import { isNewOrRegressed } from '../../core/comparison/states.ts';
import type { IssueGroup, Report, ReportNode } from '../../core/reports/report.ts';
import { getExclusion } from '../../core/reports/report-node.ts';
import type { ReportFinding, ReportSource } from '../../core/reports/report-source.ts';
import { createDecisionFinder } from '../parts/decisions.ts';
import { truncateText } from './parts.ts';

/** Maximum number of elements that are shown of one group, its example included. */
const ELEMENTS_PER_GROUP_MAX = 20;
/** Elements of all groups together. With many groups, each shows fewer. */
const ELEMENTS_TOTAL = 3_000;
const ELEMENTS_PER_GROUP_MIN = 2;
/** Findings that are shown of one suppression. */
const SUPPRESSED_MAX = 5;
const CODE_LENGTH_MAX = 2_000;

/** The findings that the report shows. */
export interface ShownFindings {
  /** By id of the group: elements that count, the example first, then new ones before others. */
  elements: ReadonlyMap<string, readonly ReportNode[]>;
  /** By id of the suppression. */
  suppressed: ReadonlyMap<string, readonly ReportFinding[]>;
  /** One finding that a person decided to be fine, by the id of the decision. */
  decided: ReadonlyMap<string, ReportFinding>;
}

/**
 * Reads the findings once and returns those that the report shows: a bounded number for each group, suppression and
 * decision, with markup cut to 2,000 characters. So the memory does not depend on the number of findings.
 */
export async function sampleFindings(
  source: ReportSource,
  groups: readonly IssueGroup[],
  { suppressions, decisions = [] }: Pick<Report, 'suppressions' | 'decisions'>,
): Promise<ShownFindings> {
  const max = computeElementsPerGroup(groups.length);
  const byGroup = new Map(groups.map((group) => [group.id, new GroupSample(group.example, max)]));
  const suppressed = new Map<string, ReportFinding[]>(suppressions.map(({ id }) => [id, []]));
  const decided = new Map<string, ReportFinding>();
  const findDecision = createDecisionFinder({ decisions });
  if (groups.length + suppressions.length + decisions.length === 0)
    return { elements: new Map(), suppressed, decided };
  for await (const finding of source.findings()) {
    const { node } = finding;
    const exclusion = getExclusion({ ...node, kind: finding.kind });
    if (exclusion === null) byGroup.get(node.issueGroup ?? '')?.add(node);
    else if (node.suppressedBy === null) {
      const decision = findDecision(node)?.id;
      if (decision !== undefined && !decided.has(decision))
        decided.set(decision, { ...finding, node: clipMarkup(node) });
    } else {
      const shown = suppressed.get(node.suppressedBy);
      if (shown && shown.length < SUPPRESSED_MAX) shown.push({ ...finding, node: clipMarkup(node) });
    }
  }
  return { elements: new Map([...byGroup].map(([id, sample]) => [id, sample.list()])), suppressed, decided };
}

function computeElementsPerGroup(groups: number): number {
  const share = Math.floor(ELEMENTS_TOTAL / Math.max(groups, 1));
  return Math.min(ELEMENTS_PER_GROUP_MAX, Math.max(ELEMENTS_PER_GROUP_MIN, share));
}

/** The first elements of one group, new ones apart from others. */
class GroupSample {
  readonly #example: ReportNode;
  readonly #max: number;
  readonly #newNodes: ReportNode[] = [];
  readonly #others: ReportNode[] = [];
  #exampleSeen = false;

  constructor(example: ReportNode, max: number) {
    this.#example = clipMarkup(example);
    this.#max = max;
  }

  add(node: ReportNode): void {
    const list = isNewOrRegressed(node.state) ? this.#newNodes : this.#others;
    if (list.length >= this.#max && this.#exampleSeen) return;
    if (!this.#exampleSeen && isSame(node, this.#example)) this.#exampleSeen = true;
    else if (list.length < this.#max) list.push(clipMarkup(node));
  }

  /** Returns the example, then new elements, then others. */
  list(): ReportNode[] {
    return [this.#example, ...this.#newNodes, ...this.#others].slice(0, this.#max);
  }
}

function isSame(node: ReportNode, example: ReportNode): boolean {
  return node.pageId === example.pageId && JSON.stringify(node.target) === JSON.stringify(example.target);
}

function clipMarkup(node: ReportNode): ReportNode {
  return { ...node, html: truncateText(node.html, CODE_LENGTH_MAX) };
}

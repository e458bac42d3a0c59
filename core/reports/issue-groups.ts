import { type FindingState, findingStateNames, isNewOrRegressed } from '../comparison/states.ts';
import type { FindingKind } from '../findings/finding-kind.ts';
import type { Evidence } from '../findings/identity.ts';
import { compareImpacts, type Impact } from '../scans/page-result.ts';
import type { FindingStore, NodePosition } from './finding-store.ts';
import { GroupPages, toGroupPage } from './group-pages.ts';
import type { IssueGroup, ReportNode } from './report.ts';
import { getExclusion, type JudgedFinding } from './report-node.ts';

/** Maximum number of groups that a report lists; GitHub code scanning accepts half as many. */
const GROUPS_LISTED = 10_000;
/**
 * Maximum number of groups in memory. Each takes about 400 bytes, and more if it is on several pages (`GroupPages`).
 * Findings of further groups are counted like any other.
 */
const GROUPS_KNOWN = 200_000;

export interface GroupedElement {
  group: string;
  /** Evidence that one fix removes the element together with others of its group; null if no evidence exists. */
  evidence: Evidence | null;
  /** Position of the stored element; undefined if the budget was used up. */
  position: NodePosition | undefined;
}

/** A listed group, with the position of its example. */
export interface ListedGroup {
  group: Omit<IssueGroup, 'example'>;
  example: NodePosition;
}

/** Groups findings by component. Elements are added page by page, in the order of the report, and not stored. */
export class IssueGroups {
  readonly #groups = new Map<string, Group>();

  add(finding: JudgedFinding, element: GroupedElement): void {
    let group = this.#groups.get(element.group);
    if (!group) {
      if (this.#groups.size === GROUPS_KNOWN) return;
      group = new Group(finding, element.evidence);
      this.#groups.set(element.group, group);
    }
    group.add(finding, element);
  }

  /** Counts elements that count and are not listed. Ignores unknown groups. */
  addUnlisted(group: string, times: number): void {
    const known = this.#groups.get(group);
    if (known) known.unlisted += times;
  }

  /** Number of groups with an unsuppressed violation. */
  get toFix(): number {
    return Object.values(this.toFixByImpact).reduce((sum, groups) => sum + groups, 0);
  }

  /** Numbers of groups with an unsuppressed violation, by the worst impact of a group. */
  get toFixByImpact(): Record<Impact, number> {
    const numbers: Record<Impact, number> = { critical: 0, serious: 0, moderate: 0, minor: 0 };
    for (const { kind, counted, impact } of this.#groups.values())
      if (kind === 'violation' && counted > 0) numbers[impact] += 1;
    return numbers;
  }

  /**
   * Returns at most `GROUPS_LISTED` groups in the order of the report, without groups of which no element was stored.
   */
  listed(): ListedGroup[] {
    return [...this.#groups]
      .filter(([, group]) => group.example !== undefined)
      .sort(([idA, a], [idB, b]) => compareGroups(a, b) || (idA < idB ? -1 : 1))
      .slice(0, GROUPS_LISTED)
      .map(([id, group]) => ({ group: group.view(id), example: group.example as NodePosition }));
  }
}

class Group {
  readonly kind: FindingKind;
  readonly ruleId: string;
  impact: Impact;
  elements = 0;
  suppressed = 0;
  decidedFine = 0;
  readonly decidedProblems: boolean;
  decisionsOutdated = 0;
  unlisted = 0;
  byEngine = 0;
  readonly byState: Record<FindingState, number>;
  readonly #firstPageId: string;
  /** Undefined while the group is on one page, as most are. */
  #pages: GroupPages | undefined;
  /** Evidence of the last finding; null if it is not proven that one fix removes all findings. */
  #evidence: Evidence | null;
  example: NodePosition | undefined;
  #exampleRank = Number.POSITIVE_INFINITY;

  constructor({ kind, ruleId, impact, pageId, decision }: JudgedFinding, evidence: Evidence | null) {
    this.kind = kind;
    this.ruleId = ruleId;
    this.impact = impact;
    this.decidedProblems = decision === 'problem';
    this.#firstPageId = pageId;
    this.#evidence = evidence;
    this.byState = { new: 0, regressed: 0, unchanged: 0, reclassified: 0, unknown: 0 };
  }

  add(finding: JudgedFinding, { evidence, position }: GroupedElement): void {
    const { pageId, impact, state, cause, decision } = finding;
    const exclusion = getExclusion(finding);
    this.#addEvidence(pageId, evidence);
    if (this.#pages === undefined && pageId !== this.#firstPageId) {
      this.#pages = new GroupPages(this.#firstPageId, this);
    }
    this.#pages?.add(pageId, exclusion ?? state);
    this.elements += 1;
    if (decision === 'outdated') this.decisionsOutdated += 1;
    if (compareImpacts(impact, this.impact) < 0) this.impact = impact;
    if (exclusion === 'suppressed') this.suppressed += 1;
    else if (exclusion === 'fine') this.decidedFine += 1;
    else {
      this.byState[state] += 1;
      if (cause === 'engine') this.byEngine += 1;
    }
    const rank = exclusion !== null ? 2 : isNewOrRegressed(state) ? 0 : 1;
    if (position === undefined || rank >= this.#exampleRank) return;
    this.example = position;
    this.#exampleRank = rank;
  }

  /** One fix is proven if the element is the same on all pages, and the container is the same within a page. */
  #addEvidence(pageId: string, evidence: Evidence | null): void {
    const last = this.#evidence;
    const lastPageId = this.#pages?.ids.at(-1) ?? this.#firstPageId;
    const isProven =
      evidence?.element === last?.element &&
      (pageId !== lastPageId || evidence?.container === last?.container);
    this.#evidence = isProven ? evidence : null;
  }

  get #oneFix(): IssueGroup['oneFix'] {
    if (this.elements + this.unlisted < 2) return null;
    return this.#evidence === null || this.unlisted > 0 ? 'probable' : 'certain';
  }

  /** Number of its elements that count, listed or not. */
  get counted(): number {
    return this.elements - this.suppressed - this.decidedFine + this.unlisted;
  }

  get hasNew(): boolean {
    return countNewOrRegressed(this) > 0;
  }

  view(id: string): Omit<IssueGroup, 'example'> {
    const { ruleId, kind, impact, elements, suppressed, decidedFine, decidedProblems } = this;
    const { decisionsOutdated, unlisted, byState, byEngine } = this;
    return {
      id,
      ruleId,
      kind,
      impact,
      oneFix: this.#oneFix,
      elements,
      suppressed,
      decidedFine,
      decidedProblems,
      decisionsOutdated,
      unlisted,
      byState: sortStates(byState),
      byEngine,
      pageIds: this.#pages?.ids ?? [this.#firstPageId],
      pages: this.#pages?.listed() ?? [toGroupPage(this.#firstPageId, { suppressed, decidedFine, byState })],
    };
  }
}

function sortStates(byState: Record<FindingState, number>): Record<FindingState, number> {
  return Object.fromEntries(findingStateNames.map((state) => [state, byState[state]])) as typeof byState;
}

/**
 * Returns the number of new or regressed findings of a group that no change of the engine caused, without suppressed
 * ones.
 */
export function countNewOrRegressed({ byState, byEngine }: Pick<IssueGroup, 'byState' | 'byEngine'>): number {
  return byState.new + byState.regressed - byEngine;
}

function compareGroups(a: Group, b: Group): number {
  return (
    Number(a.counted === 0) - Number(b.counted === 0) ||
    Number(a.kind === 'review') - Number(b.kind === 'review') ||
    Number(b.hasNew) - Number(a.hasNew) ||
    compareImpacts(a.impact, b.impact) ||
    b.elements + b.unlisted - a.elements - a.unlisted
  );
}

/** Returns the groups with their examples. */
export async function addExamples(
  listed: readonly ListedGroup[],
  store: FindingStore,
): Promise<IssueGroup[]> {
  const examples = new Map<NodePosition, ReportNode>();
  const byRule = Map.groupBy(listed, ({ example: { kind, ruleId } }) => `${kind} ${ruleId}`);
  for (const ofRule of byRule.values()) {
    const positions = ofRule.map(({ example }) => example).sort((a, b) => a.index - b.index);
    const [{ kind, ruleId }] = positions as [NodePosition, ...NodePosition[]];
    const nodes = await store.pick(
      kind,
      ruleId,
      positions.map(({ index }) => index),
    );
    for (const [index, node] of nodes.entries()) examples.set(positions[index] as NodePosition, node);
  }
  return listed.map(({ group, example }) => {
    const node = examples.get(example);
    if (!node) throw new Error(`the finding store has no element ${example.index} of ${example.ruleId}`);
    return { ...group, example: node };
  });
}

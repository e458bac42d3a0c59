import type { ComparedPage, FindingChange } from '../comparison/compare-page.ts';
import { applyDecision, getEffectiveKind, type SiteDecisions } from '../decisions/site-decisions.ts';
import { hashDecisionBasis, type JudgedConditions } from '../findings/decision-basis.ts';
import { type FindingKind, reportMemberOf } from '../findings/finding-kind.ts';
import { buildIssueGroupId } from '../findings/issue-group-id.ts';
import { toGateFinding } from '../gate/gate-finding.ts';
import type { GateTally } from '../gate/tally.ts';
import { countElements, getImpact } from '../scans/page-finding.ts';
import type { PageFinding } from '../scans/page-result.ts';
import type { ActiveSuppressions, SuppressibleFinding } from '../suppressions/active-suppressions.ts';
import type { FindingStore, NodePosition } from './finding-store.ts';
import type { FindingTally } from './finding-tally.ts';
import type { NodeBudget } from './node-budget.ts';
import type { PageHistory } from './page-comparer.ts';
import type { ReportPage } from './report.ts';
import type { JudgedFinding } from './report-node.ts';
import { buildReportNode, getExclusion } from './report-node.ts';
import type { ReportFinding } from './report-source.ts';

const notCompared: FindingChange = { state: 'unknown', cause: null };

/** Counts the findings of a scan, and stores those within the node budget. */
export class FindingRecorder {
  readonly #tally: FindingTally;
  readonly #gate: GateTally;
  readonly #suppressions: ActiveSuppressions;
  readonly #decisions: SiteDecisions;
  readonly #conditions: JudgedConditions;
  readonly #store: FindingStore;
  readonly #budget: NodeBudget;
  /** Elements stored so far, by kind and rule. */
  readonly #stored: Record<FindingKind, Map<string, number>> = { violation: new Map(), review: new Map() };

  constructor(
    counts: { tally: FindingTally; gate: GateTally },
    {
      suppressions,
      decisions,
      conditions,
    }: { suppressions: ActiveSuppressions; decisions: SiteDecisions; conditions: JudgedConditions },
    store: FindingStore,
    budget: NodeBudget,
  ) {
    this.#tally = counts.tally;
    this.#gate = counts.gate;
    this.#suppressions = suppressions;
    this.#decisions = decisions;
    this.#conditions = conditions;
    this.#store = store;
    this.#budget = budget;
  }

  /** Adds the findings of one page, and updates the page's own counts. */
  async add(page: ReportPage, findings: readonly PageFinding[], history: PageHistory): Promise<void> {
    const suppressionFor = this.#suppressions.forPage(page.requestedUrl);
    const suppressedBy = (finding: SuppressibleFinding) => suppressionFor(finding)?.suppressionId ?? null;
    for (const finding of findings) {
      const groups = await this.#addListed(page, finding, history, suppressedBy);
      this.#addUnlisted(page, finding, history, suppressedBy, groups);
    }
  }

  /** @returns the number of elements by issue group, without those that a person decided to be problems */
  async #addListed(
    page: ReportPage,
    finding: PageFinding,
    { compared, pictures }: PageHistory,
    suppressedBy: (finding: SuppressibleFinding) => string | null,
  ): Promise<Map<string, number>> {
    const { ruleId, kind } = finding;
    const groups = new Map<string, number>();
    let stored = 0;
    for (const [index, node] of finding.nodes.entries()) {
      const found = this.#decisions.find(node.identity);
      const basis = kind === 'review' ? hashDecisionBasis(node, this.#conditions) : undefined;
      const decision = found && basis !== undefined ? applyDecision(found, ruleId, basis) : null;
      if (found) this.#tally.countDecision(found, decision);
      const counted = getEffectiveKind(kind, decision);
      const issueGroup = buildIssueGroupId(node.identity, counted !== kind);
      const judged: JudgedFinding = {
        pageId: page.id,
        kind: counted,
        ruleId,
        impact: getImpact(finding, node),
        ...(compared?.judgements.get(node) ?? notCompared),
        suppressedBy: suppressedBy({
          ruleId,
          identity: node.identity,
          issueGroup,
          matchedSelectors: node.marks,
        }),
        decision,
      };
      const ofReview = {
        ...(basis === undefined ? {} : { decisionBasis: basis }),
        decisionId: decision === null ? null : (found?.decisionId ?? null),
      };
      let position: NodePosition | undefined;
      if (this.#budget.mayFit(index)) {
        const picture = pictures.get(node)?.shown ?? null;
        position = await this.#storeWithinBudget(
          {
            kind: counted,
            ruleId,
            node: { ...buildReportNode(page, node, { ...judged, issueGroup }, picture), ...ofReview },
          },
          index,
        );
        if (position !== undefined) stored += 1;
      }
      // No person decided about elements that are not listed.
      if (counted === kind) groups.set(issueGroup, (groups.get(issueGroup) ?? 0) + 1);
      this.#tally.addListed(judged, { group: issueGroup, evidence: node.identity.evidence, position });
      this.#count(page, judged, 1);
    }
    recordUnlisted(page, finding, countElements(finding) - stored);
    return groups;
  }

  #addUnlisted(
    page: ReportPage,
    finding: PageFinding,
    { compared }: PageHistory,
    suppressedBy: (finding: SuppressibleFinding) => string | null,
    groups: ReadonlyMap<string, number>,
  ): void {
    const { ruleId, kind } = finding;
    const suppression = suppressedBy({ ruleId, identity: null, issueGroup: null, matchedSelectors: [] });
    const [largest] = [...groups].sort(([, a], [, b]) => b - a);
    for (const { count, judgement } of listUnlisted(finding, compared)) {
      const judged: JudgedFinding = {
        pageId: page.id,
        kind,
        ruleId,
        impact: getImpact(finding),
        ...judgement,
        suppressedBy: suppression,
        decision: null,
      };
      this.#tally.addUnlisted(judged, count, largest?.[0]);
      this.#count(page, judged, count);
    }
  }

  #count(page: ReportPage, judged: JudgedFinding, times: number): void {
    this.#gate.add(toGateFinding(judged), times);
    if (getExclusion(judged) === null) page[reportMemberOf[judged.kind]] += times;
  }

  /** @returns the position of the stored finding; undefined if the budget is used up */
  async #storeWithinBudget(finding: ReportFinding, index: number): Promise<NodePosition | undefined> {
    const json = JSON.stringify(finding);
    if (!this.#budget.reserve(json.length, index)) return undefined;
    const { kind, ruleId } = finding;
    const position = this.#stored[kind].get(ruleId) ?? 0;
    this.#stored[kind].set(ruleId, position + 1);
    await this.#store.add(finding, json);
    return { kind, ruleId, index: position };
  }
}

/** Records how many elements of a finding the report does not list. */
function recordUnlisted(page: ReportPage, { ruleId, kind }: PageFinding, elements: number): void {
  const rule = page.rules.find((each) => each.ruleId === ruleId);
  if (rule === undefined || elements === 0) return;
  rule.unlisted ??= { violations: 0, needsReview: 0 };
  rule.unlisted[reportMemberOf[kind]] += elements;
}

/** Returns the elements of a finding that its page counted without listing them. */
function listUnlisted(
  finding: PageFinding,
  compared: ComparedPage | undefined,
): { count: number; judgement: FindingChange }[] {
  const judged = (compared?.unlisted ?? [])
    .filter((each) => each.finding === finding)
    .map(({ finding: _, count, ...judgement }) => ({ count, judgement }));
  const all = countElements(finding) - finding.nodes.length;
  const rest = all - judged.reduce((sum, { count }) => sum + count, 0);
  return [...judged, { count: rest, judgement: notCompared }].filter(({ count }) => count > 0);
}

import type { FindingCause, FindingState } from '../comparison/states.ts';
import type { FindingKind } from '../findings/finding-kind.ts';
import type { Impact } from '../scans/page-result.ts';
import { ComparisonTally } from './comparison-tally.ts';
import { type GroupMember, IssueGroups } from './issue-groups.ts';
import type { Report } from './report.ts';
import { RuleTallies } from './rule-tally.ts';

/** An element, or several alike of which only the number is known. */
export interface CountedFinding {
  pageId: string;
  kind: FindingKind;
  ruleId: string;
  impact: Impact;
  state: FindingState;
  cause: FindingCause | null;
  /** See `Judgement`. */
  notJudgedBefore?: boolean | undefined;
  /** The suppression that takes it out of the count. */
  suppressedBy: string | null;
  /** Of an element that is told apart. */
  element?: Pick<GroupMember, 'evidence' | 'place'> & { group: string | null };
  /** How many; 1 for an element that is told apart. */
  times: number;
}

/** Every number of a report that findings are counted in; they are given page by page, and none is held. */
export class FindingTally {
  readonly groups = new IssueGroups();
  readonly comparison = new ComparisonTally();
  readonly #all = tallies();
  readonly #counting = tallies();
  readonly #suppressed = tallies();
  readonly #bySuppression = new Map<string, number>();

  add(finding: CountedFinding): void {
    const { kind, state, cause, suppressedBy, times } = finding;
    count(this.#all[kind], finding);
    count((suppressedBy === null ? this.#counting : this.#suppressed)[kind], finding);
    if (suppressedBy === null) this.comparison.add(kind, state, cause, times);
    else this.#bySuppression.set(suppressedBy, this.suppressedBy(suppressedBy) + times);
    const { element, ...member } = finding;
    if (element === undefined || element.group === null) return;
    const { group, evidence, place } = element;
    this.groups.add({
      ...member,
      group,
      evidence,
      place,
      byEngine: cause === 'engine',
      suppressed: suppressedBy !== null,
    });
  }

  /** The rules that found something, suppressed or not. */
  rules(kind: FindingKind): RuleTallies {
    return this.#all[kind];
  }

  /** Findings that a suppression takes out of the count. */
  suppressedBy(suppressionId: string): number {
    return this.#bySuppression.get(suppressionId) ?? 0;
  }

  summary(): Omit<Report['summary'], 'pages' | 'rulesNotRun'> {
    const { violation, review } = this.#suppressed;
    return {
      violations: this.#counting.violation.counts(),
      needsReview: this.#counting.review.counts(),
      suppressed: { violations: elementsAndRules(violation), needsReview: elementsAndRules(review) },
      issueGroups: this.groups.toFix,
    };
  }
}

function tallies(): Record<FindingKind, RuleTallies> {
  return { violation: new RuleTallies(), review: new RuleTallies() };
}

function count(to: RuleTallies, { ruleId, pageId, impact, element, times }: CountedFinding): void {
  const tally = to.of(ruleId);
  if (element) tally.add(pageId, impact);
  else tally.addUnnamed(pageId, impact, times);
}

function elementsAndRules(of: RuleTallies): { elements: number; rules: number } {
  return { elements: of.elements, rules: of.inOrder().length };
}

import type { FindingKind } from '../findings/finding-kind.ts';
import { ComparisonTally } from './comparison-tally.ts';
import { type GroupedElement, IssueGroups } from './issue-groups.ts';
import type { Report } from './report.ts';
import type { JudgedFinding } from './report-node.ts';
import { RuleTallies, type RuleTally } from './rule-tally.ts';

/** Counts the findings of a report. They are added page by page, and not stored. */
export class FindingTally {
  readonly groups = new IssueGroups();
  readonly comparison = new ComparisonTally();
  readonly #all = createTallies();
  readonly #counting = createTallies();
  readonly #suppressed = createTallies();
  readonly #bySuppression = new Map<string, number>();

  addListed(finding: JudgedFinding, element: GroupedElement): void {
    this.#count(finding, 1, (rule) => rule.add(finding.pageId, finding.impact));
    this.groups.add(finding, element);
  }

  /** Adds elements that are not listed. @param group the issue group that they probably belong to */
  addUnlisted(finding: JudgedFinding, times: number, group: string | undefined): void {
    this.#count(finding, times, (rule) => rule.addUnlisted(finding.pageId, finding.impact, times));
    if (group !== undefined && finding.suppressedBy === null) this.groups.addUnlisted(group, times);
  }

  #count(
    { kind, ruleId, state, cause, suppressedBy }: JudgedFinding,
    times: number,
    count: (rule: RuleTally) => void,
  ): void {
    count(this.#all[kind].of(ruleId));
    count((suppressedBy === null ? this.#counting : this.#suppressed)[kind].of(ruleId));
    if (suppressedBy === null) this.comparison.add(kind, state, cause, times);
    else this.#bySuppression.set(suppressedBy, this.suppressedBy(suppressedBy) + times);
  }

  /** Returns the tallies of rules with findings, suppressed or not. */
  rules(kind: FindingKind): RuleTallies {
    return this.#all[kind];
  }

  /** Returns how many findings a suppression excludes from the count. */
  suppressedBy(suppressionId: string): number {
    return this.#bySuppression.get(suppressionId) ?? 0;
  }

  summary(): Omit<Report['summary'], 'pages' | 'rulesNotRun'> {
    const { violation, review } = this.#suppressed;
    return {
      violations: this.#counting.violation.counts(),
      needsReview: this.#counting.review.counts(),
      suppressed: {
        violations: countElementsAndRules(violation),
        needsReview: countElementsAndRules(review),
      },
      issueGroups: this.groups.toFix,
      issueGroupsByImpact: this.groups.toFixByImpact,
    };
  }
}

function createTallies(): Record<FindingKind, RuleTallies> {
  return { violation: new RuleTallies(), review: new RuleTallies() };
}

function countElementsAndRules(of: RuleTallies): { elements: number; rules: number } {
  return { elements: of.elements, rules: of.inOrder().length };
}

import type { Decision, FindingDecision } from '../decisions/decision.ts';
import type { FindingKind } from '../findings/finding-kind.ts';
import { ComparisonTally } from './comparison-tally.ts';
import { type GroupedElement, IssueGroups } from './issue-groups.ts';
import type { Report } from './report.ts';
import { getExclusion, type JudgedFinding } from './report-node.ts';
import { RuleTallies, type RuleTally } from './rule-tally.ts';

/** The findings that a decision is about. */
interface DecidedFindings {
  findings: number;
  /** Reviews to which it does not apply any more, because what was judged has changed. */
  outdated: number;
  /** Violations, to which the decision does not apply. */
  notApplied: number;
}

/** Counts the findings of a report. They are added page by page, and not stored. */
export class FindingTally {
  readonly groups = new IssueGroups();
  readonly comparison = new ComparisonTally();
  readonly #all = createTallies();
  readonly #counting = createTallies();
  readonly #suppressed = createTallies();
  readonly #bySuppression = new Map<string, number>();
  readonly #fine = new RuleTallies();
  readonly #problems = new RuleTallies();
  readonly #outdated = new RuleTallies();
  readonly #byDecision = new Map<string, DecidedFindings>();

  addListed(finding: JudgedFinding, element: GroupedElement): void {
    this.#count(finding, 1, (rule) => rule.add(finding.pageId, finding.impact));
    this.groups.add(finding, element);
  }

  /** Adds elements that are not listed. @param group the issue group that they probably belong to */
  addUnlisted(finding: JudgedFinding, times: number, group: string | undefined): void {
    this.#count(finding, times, (rule) => rule.addUnlisted(finding.pageId, finding.impact, times));
    if (group !== undefined && getExclusion(finding) === null) this.groups.addUnlisted(group, times);
  }

  #count(finding: JudgedFinding, times: number, count: (rule: RuleTally) => void): void {
    const { kind, ruleId, state, cause, suppressedBy, decision } = finding;
    const exclusion = getExclusion(finding);
    count(this.#all[kind].of(ruleId));
    if (decision === 'outdated') count(this.#outdated.of(ruleId));
    if (exclusion === 'fine') {
      count(this.#fine.of(ruleId));
      return;
    }
    count((exclusion === null ? this.#counting : this.#suppressed)[kind].of(ruleId));
    if (suppressedBy !== null) {
      this.#bySuppression.set(suppressedBy, this.suppressedBy(suppressedBy) + times);
      return;
    }
    if (decision === 'problem') count(this.#problems.of(ruleId));
    this.comparison.add(kind, state, cause, times);
  }

  /**
   * Counts a decision that was found for an element.
   * @param decision what it says about the element; null if it does not apply, because the rule itself could decide
   */
  countDecision({ fingerprint }: Decision, decision: FindingDecision | null): void {
    const counts = this.decided(fingerprint) ?? { findings: 0, outdated: 0, notApplied: 0 };
    this.#byDecision.set(fingerprint, counts);
    if (decision === null) counts.notApplied += 1;
    else if (decision === 'outdated') counts.outdated += 1;
    else counts.findings += 1;
  }

  /** Returns how many findings the decision with a fingerprint is about; undefined without such findings. */
  decided(fingerprint: string): DecidedFindings | undefined {
    return this.#byDecision.get(fingerprint);
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
      decided: {
        fine: countElementsAndRules(this.#fine),
        problems: countElementsAndRules(this.#problems),
        outdated: countElementsAndRules(this.#outdated),
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

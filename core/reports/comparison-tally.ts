import type { MissingFinding } from '../comparison/compare-page.ts';
import type { ComparisonTarget } from '../comparison/reference.ts';
import { type FindingCause, type FindingState, findingStateNames } from '../comparison/states.ts';
import type { FindingKind } from '../findings/finding-kind.ts';
import { findRule } from '../rule-sets/rules.ts';
import { impacts } from '../scans/page-result.ts';
import type { FixedFinding, ReportComparison } from './report.ts';

/** Maximum number of fixed findings that a report lists, and of pages with findings that were not seen again. */
const FIXED_NAMED = 1_000;
const UNSEEN_PAGES_NAMED = 100;

/** Counts the changes since the baseline, finding by finding. */
export class ComparisonTally {
  readonly #byState: Record<FindingKind, Record<FindingState, number>> = {
    violation: createEmptyCounts(),
    review: createEmptyCounts(),
  };
  #byEngine = 0;
  #fixed = 0;
  /** By impact; each list has at most `FIXED_NAMED` entries. */
  readonly #fixedNamed = new Map(impacts.map((impact): [string, MissingFinding[]] => [impact, []]));
  #notSeenAgain = 0;
  readonly #unseenPages = new Set<string>();

  /** Adds a finding that is not suppressed, or several equal ones. */
  add(kind: FindingKind, state: FindingState, cause: FindingCause | null, times = 1): void {
    this.#byState[kind][state] += times;
    if (cause === 'engine') this.#byEngine += times;
  }

  addFixed(finding: MissingFinding): void {
    this.#fixed += 1;
    const named = this.#fixedNamed.get(finding.known.impact);
    if (named && named.length < FIXED_NAMED) named.push(finding);
  }

  /** Adds a finding of the baseline that is neither found nor fixed. @param url URL of its page */
  addNotSeenAgain(url: string): void {
    this.#notSeenAgain += 1;
    if (this.#unseenPages.size < UNSEEN_PAGES_NAMED) this.#unseenPages.add(url);
  }

  view({ baseline, whyNone, comparableKey }: ComparisonTarget, mustBeAccepted: boolean): ReportComparison {
    return {
      baseline,
      whyNone,
      comparableKey,
      violations: { ...this.#byState.violation },
      needsReview: { ...this.#byState.review },
      byEngine: this.#byEngine,
      fixed: {
        count: this.#fixed,
        findings: [...this.#fixedNamed.values()].flat().slice(0, FIXED_NAMED).map(toFixedFinding),
      },
      notSeenAgain: { count: this.#notSeenAgain, pages: [...this.#unseenPages] },
      mustBeAccepted,
    };
  }
}

function createEmptyCounts(): Record<FindingState, number> {
  return Object.fromEntries(findingStateNames.map((state) => [state, 0])) as Record<FindingState, number>;
}

function toFixedFinding({ ruleId, url, known }: MissingFinding): FixedFinding {
  const { fingerprint, kind, impact, selector } = known;
  return { fingerprint, ruleId, help: findRule(ruleId)?.help ?? ruleId, kind, impact, url, selector };
}

import { type CountByKind, countByKind } from './all-addresses.ts';
import type { KnownFinding, RuleState } from './site-state.ts';

/** Lengths of the JSON of a page, a rule and a finding without their texts of variable length, rounded up. */
const PAGE_LENGTH = 950;
const RULE_LENGTH = 120;
const FINDING_LENGTH = 200;
const FINGERPRINT_LENGTH = 32;
const FRAME_LENGTH = 20;
const PICTURE_LENGTH = 380;

/** The findings of a rule that fit into a state, and the number of other findings. */
interface FittingFindings {
  findings: KnownFinding[];
  unlistedCounts: Pick<RuleState, 'unlisted' | 'unlistedReviews'>;
}

/** Limits the approximate length of a state as JSON, in UTF-16 units. */
export class StateBudget {
  #remaining: number;

  constructor(length: number) {
    this.#remaining = length;
  }

  get isUsedUp(): boolean {
    return this.#remaining <= 0;
  }

  takePage(url: string): void {
    this.#remaining -= PAGE_LENGTH + url.length;
  }

  takeRule(ruleId: string, fixed: number): void {
    this.#remaining -= RULE_LENGTH + ruleId.length + fixed * FINGERPRINT_LENGTH;
  }

  /**
   * Takes as many findings as the budget allows.
   * @param unlisted counts of elements that are already unlisted
   * @param listedMax maximum number of listed findings
   */
  takeFindings(
    all: readonly KnownFinding[],
    unlisted: CountByKind,
    listedMax: number = all.length,
  ): FittingFindings {
    const findings = all.slice(0, listedMax).filter((finding) => this.#take(estimateLength(finding)));
    const total = countByKind(all);
    const listed = countByKind(findings);
    const review = unlisted.review + total.review - listed.review;
    const violation = unlisted.violation + total.violation - listed.violation;
    const unlistedReviews = review > 0 ? { unlistedReviews: review } : {};
    return { findings, unlistedCounts: { unlisted: violation + review, ...unlistedReviews } };
  }

  #take(length: number): boolean {
    const fits = length <= this.#remaining;
    // Once used up, the budget stays used up, so that small findings of later pages are not stored by chance.
    this.#remaining = fits ? this.#remaining - length : 0;
    return fits;
  }
}

function estimateLength({ formerly, frame, selector, picture }: KnownFinding): number {
  return (
    FINDING_LENGTH +
    formerly.length * FINGERPRINT_LENGTH +
    frame.length * FRAME_LENGTH +
    selector.length +
    (picture ? PICTURE_LENGTH : 0)
  );
}

import type { OutcomeDetail } from '../page/outcomes.ts';

/** Checks of time to repeat at the end of a page. */
export interface TimeRepetition {
  checkIds: string[];
  /** Returns the outcome of the page if these rules did not test all of it. */
  decide(rulesNotRun: readonly string[]): OutcomeDetail;
}

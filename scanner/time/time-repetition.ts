import type { OutcomeDetail } from '../page/outcomes.ts';

/** Checks of time to repeat at the end of a page. */
export interface TimeRepetition {
  checkIds: string[];
  /** False if the browser may be busy with the page. */
  isPossible: boolean;
  /** Returns the outcome of the page if these of the checks have no result. */
  decide(notRun: readonly string[]): OutcomeDetail;
}

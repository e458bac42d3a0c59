import type { Finding } from './contract.ts';

/** What is used of an issue of pa11y with its axe runner. */
export interface Pa11yIssue {
  code: string;
  context: string;
  selector: string;
  runnerExtras: { needsFurtherReview: boolean };
}

/** An issue as a finding. */
export function findingOfIssue({ code, selector, context, runnerExtras }: Pa11yIssue): Finding {
  return {
    rule: code,
    kind: runnerExtras.needsFurtherReview ? 'review' : 'violation',
    where: selector,
    html: context,
  };
}

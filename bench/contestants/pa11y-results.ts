import type { Finding } from './contract.ts';

/** The part of an issue of pa11y with its axe runner that is used here. */
export interface Pa11yIssue {
  code: string;
  context: string;
  selector: string;
  runnerExtras: { needsFurtherReview: boolean };
}

/** Converts an issue to a finding. */
export function toFinding({ code, selector, context, runnerExtras }: Pa11yIssue): Finding {
  return {
    rule: code,
    kind: runnerExtras.needsFurtherReview ? 'review' : 'violation',
    where: selector,
    html: context,
  };
}

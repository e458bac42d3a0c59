import type { serve } from '../../scanner/harness.ts';

/** A page that shows what a check reports, and what it does not report. */
export interface CheckPage {
  /** `bad` has the fault; `good` does not; `borderline` looks like the other one. */
  kind: 'bad' | 'good' | 'borderline';
  /** What the page shows, as the end of a sentence: "reports …" or "accepts …". */
  shows: string;
  /** The content of `main`, or a whole document that begins with `<!doctype`. */
  html: string;
  /** Selectors of the elements that violate the check, as axe writes them: `#id` if the element has an id. */
  violations?: string[];
  /** Selectors of the elements that need review. */
  reviews?: string[];
  /** Evidence that some of these elements have. */
  data?: Record<string, unknown>;
  /** Takes far longer than the others, which run the same code: tested only in a whole scan. */
  isSlow?: true;
  /** Other documents that the page loads, by path. */
  files?: Parameters<typeof serve>[0];
}

/** The pages of one check. */
export interface CheckCases {
  /** Id of the check. */
  check: string;
  pages: CheckPage[];
}

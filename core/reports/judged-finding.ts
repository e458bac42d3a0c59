import type { FindingChange } from '../comparison/compare-page.ts';
import type { FindingKind } from '../findings/finding-kind.ts';
import type { Impact } from '../scans/page-result.ts';

/** A finding that was compared with the baseline and the suppressions; or several alike that are not listed. */
export interface JudgedFinding extends FindingChange {
  pageId: string;
  kind: FindingKind;
  ruleId: string;
  impact: Impact;
  /** The suppression that takes it out of the count. */
  suppressedBy: string | null;
}

import type { Baseline } from './states.ts';

/** What a scan is compared with. */
export interface ComparedWith {
  baseline: Baseline | null;
  /** Why there is no baseline, for people; null if there is one. */
  whyNone: string | null;
  comparableKey: string;
}

/** What is chosen once for a scan, before its first page is dispatched. */
export interface Reference extends ComparedWith {
  /**
   * The scan whose state is carried on, null for none; undefined for the latest one of the branch when the scan ends.
   */
  carriesOn?: string | null;
  /** Selectors of the suppressions that held when the scan was planned. */
  marks: string[];
}

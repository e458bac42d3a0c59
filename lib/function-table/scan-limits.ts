import type { StageSettings } from '../stage-settings.ts';

/** Returns the variables of the functions that start scans: the limits of an account. */
export function buildScanLimitEnvironment({ limits }: StageSettings) {
  return {
    UNFINISHED_SCANS_LIMIT: String(limits.unfinishedScans),
    SCANS_PER_MONTH_LIMIT: String(limits.scansPerMonth),
    PAGES_PER_MONTH_LIMIT: String(limits.pagesPerMonth),
    HIGH_SHARE_LIMIT: String(limits.highShare),
  };
}

import { listSettingDifferences } from '../core/comparison/comparable-key.ts';
import { createInvalidRequest, type Problem } from '../core/problems/problem.ts';
import { canBeBaseline } from '../core/scans/scan.ts';
import type { ScanConfig } from '../core/scans/scan-config.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import type { Site } from '../core/sites/site.ts';
import type { FindScan } from './get-scan.ts';

export interface RequireBaselineDependencies extends FindScan {
  readScanStart(scanId: string): Promise<ScanStart>;
}

/**
 * Checks that a scan can be compared with the baseline that its config names.
 * @throws Problem invalid-request that says why not, which is the same for a scan of another site or account as for one
 * that does not exist
 */
export async function requireBaseline(
  { findScan, readScanStart: readStart }: RequireBaselineDependencies,
  { accountId, siteId }: Site,
  { baseline, rules }: ScanConfig,
  { settings }: ScanStart,
): Promise<void> {
  if (baseline === undefined) return;
  const named = await findScan(baseline);
  if (!named || named.accountId !== accountId || named.siteId !== siteId) {
    throw refusal('must be a scan of this site');
  }
  if (!canBeBaseline(named)) throw refusal('must be a completed scan that has a report');
  const other = await readStart(baseline);
  const differences = listSettingDifferences(
    { rules, settings },
    { rules: named.config.rules, settings: other.settings },
  );
  if (differences.length > 0) {
    throw refusal(`must be a scan that can be compared with; it differs in ${differences.join(', ')}`);
  }
}

function refusal(message: string): Problem {
  return createInvalidRequest([{ path: 'config.baseline', message }]);
}

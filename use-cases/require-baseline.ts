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
 * Checks that a scan can be compared with the baseline in its config.
 * @throws Problem invalid-request with the reason; a scan of another site or account has the same reason as an unknown
 * scan
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
    throw createRefusal('must be a scan of this site');
  }
  if (!canBeBaseline(named)) throw createRefusal('must be a completed scan that has a report');
  const other = await readStart(baseline);
  const differences = listSettingDifferences(
    { rules, settings },
    { rules: named.config.rules, settings: other.settings },
  );
  if (differences.length > 0) {
    throw createRefusal(`must be a comparable scan; it differs in ${differences.join(', ')}`);
  }
}

function createRefusal(message: string): Problem {
  return createInvalidRequest([{ path: 'config.baseline', message }]);
}

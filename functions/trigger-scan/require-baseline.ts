import { getScan, readStart } from '../../adapters/dynamodb/scans.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { differencesOf } from '../../core/comparison/comparable-key.ts';
import { invalidRequest } from '../../core/problems/problem.ts';
import { canBeBaseline } from '../../core/scans/scan.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import type { Site } from '../../core/sites/site.ts';

/**
 * Holds that a scan can be compared with the one that its config names.
 * @throws Problem invalid-request that says why not; the same for a scan of another site or account as for none
 */
export async function requireBaseline(
  store: Store,
  { accountId, siteId }: Site,
  { baseline, rules }: ScanConfig,
  { settings }: ScanStart,
): Promise<void> {
  if (baseline === undefined) return;
  const named = await getScan(store, baseline);
  if (!named || named.accountId !== accountId || named.siteId !== siteId) {
    throw refusal('must be a scan of this site');
  }
  if (!canBeBaseline(named)) throw refusal('must be a completed scan that has a report');
  const other = await readStart(store, baseline);
  const differences = differencesOf(
    { rules, settings },
    { rules: named.config.rules, settings: other.settings },
  );
  if (differences.length > 0) {
    throw refusal(`must be a scan that can be compared with; it differs in ${differences.join(', ')}`);
  }
}

function refusal(message: string) {
  return invalidRequest([{ path: 'config.baseline', message }]);
}

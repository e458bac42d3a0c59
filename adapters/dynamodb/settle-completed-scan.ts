import { addSettledScan, type SettledScan } from '../../core/comparison/baseline-line.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { Settlement } from '../../core/scans/settlement.ts';
import type { ComparableConditions } from '../../core/trend/comparable-conditions.ts';
import type { TrendPoint } from '../../core/trend/trend-point.ts';
import { buildBaselineLineWrites } from './baseline-lines.ts';
import { buildScanEnd, buildScanEndItems, settleScan } from './end-scan.ts';
import { buildLatestScanItems, writeWithLatestScan } from './latest-scans.ts';
import { buildSiteExistsCheck } from './sites.ts';
import type { Store } from './store.ts';
import { ContentionError, type FailedCondition } from './transact.ts';
import { buildTrendItems } from './trend.ts';
import { pauseBeforeRetry } from './write.ts';

/** What a completed scan leaves to later ones. */
export interface CompletionRecords {
  point: TrendPoint;
  conditions: ComparableConditions;
  settled: SettledScan;
}

/** Every scan of a site that settles changes its lines; each attempt lets at least one of them through. */
const ATTEMPTS = 30;

/**
 * Settles a completed scan with what it leaves: its point of the trend, that it is the latest of its branch, and how
 * later gates may use it. It leaves nothing when its site was deleted meanwhile.
 * @param now when its objects were written
 * @returns false when it was settled or ended since it was read
 */
export async function settleCompletedScan(
  store: Store,
  scan: Scan,
  settlement: Settlement,
  { point, conditions, settled: inLine }: CompletionRecords,
  now: Date,
): Promise<boolean> {
  const { accountId, siteId, scanId, createdAt, config } = scan;
  const { comparableKey } = conditions;
  const of = { accountId, siteId, comparableKey, branch: config.metadata?.branch ?? null };
  const site = buildSiteExistsCheck(store, scan);
  const all = buildScanEndItems(store, scan, buildScanEnd(scan, settlement), [
    site,
    ...buildTrendItems(store, { accountId, siteId }, point, conditions),
  ]);
  const notes = buildLatestScanItems(store, { ...of, scanId, createdAt }, now);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const lines = await buildBaselineLineWrites(
      store,
      of,
      (line) => addSettledScan(line, inLine),
      now.toISOString(),
    );
    const failed = await writeWithLatestScan(store, [...all, ...lines], notes);
    if (failed.length === 0) return true;
    const [{ index }] = failed as [FailedCondition];
    // The lines go with the site, so that their conditions fail too.
    if (index === all.indexOf(site)) return settleScan(store, scan, settlement);
    if (index < all.length) return false;
    await pauseBeforeRetry(attempt);
  }
  throw new ContentionError(`gave up after ${ATTEMPTS} changes of lines met another`);
}

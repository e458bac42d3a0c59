import { addSettledScan, type SettledScan } from '../../core/comparison/baseline-line.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { Settlement } from '../../core/scans/settlement.ts';
import type { ComparableConditions } from '../../core/trend/comparable-conditions.ts';
import type { TrendPoint } from '../../core/trend/trend-point.ts';
import { buildBaselineLineWrites } from './baseline-lines.ts';
import { buildScanEnd, settleScan, writeScanEnd } from './end-scan.ts';
import { buildLatestScanItems } from './latest-scans.ts';
import { buildSiteExistsCheck } from './sites.ts';
import type { Store } from './store.ts';
import { ContentionError, type FailedCondition } from './transact.ts';
import { buildTrendItems } from './trend.ts';
import { pauseBeforeRetry } from './write.ts';

/** The records of a completed scan that later scans use. */
export interface CompletionRecords {
  point: TrendPoint;
  conditions: ComparableConditions;
  settled: SettledScan;
  /** Whether later scans may be compared with it and continue its state without anybody accepting it. */
  becomesLatest: boolean;
}

/**
 * Every scan of a site that settles changes the baseline lines. In each round of attempts at least one of them
 * succeeds.
 */
const ATTEMPTS = 30;

/**
 * Settles a completed scan and writes its records: its trend point, its entry in the baseline lines for later gates
 * and, with `becomesLatest`, its entry as the latest scan of its branch. If its site was deleted meanwhile, the
 * function only settles the scan.
 * @param now when the objects of the scan were written
 * @returns false if the scan was settled or ended since it was read
 */
export async function settleCompletedScan(
  store: Store,
  scan: Scan,
  settlement: Settlement,
  { point, conditions, settled: inLine, becomesLatest }: CompletionRecords,
  now: Date,
): Promise<boolean> {
  const { accountId, siteId, scanId, createdAt, config } = scan;
  const { comparableKey } = conditions;
  const of = { accountId, siteId, comparableKey, branch: config.metadata?.branch ?? null };
  const site = buildSiteExistsCheck(store, scan);
  const all = [site, ...buildTrendItems(store, scan, point, conditions)];
  const newer = becomesLatest ? buildLatestScanItems(store, { ...of, scanId, createdAt }, now) : [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const lines = await buildBaselineLineWrites(
      store,
      of,
      (line) => addSettledScan(line, inLine),
      now.toISOString(),
    );
    const also = [...all, ...lines];
    const failed = await writeScanEnd(store, scan, buildScanEnd(scan, settlement), { also, newer });
    if (failed.length === 0) return true;
    const [{ index }] = failed as [FailedCondition];
    // The lines are deleted with the site, so their conditions fail too. Therefore check the site first.
    if (index === all.indexOf(site)) return settleScan(store, scan, settlement);
    if (index < all.length) return false;
    await pauseBeforeRetry(attempt);
  }
  throw new ContentionError(
    `the baseline lines were changed by other writers in each of ${ATTEMPTS} attempts`,
  );
}

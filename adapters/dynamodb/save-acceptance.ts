import type { Actor } from '../../core/audit/audit-entry.ts';
import {
  addAcceptedScan,
  type BaselineLine,
  isAcceptedBaseline,
} from '../../core/comparison/baseline-line.ts';
import { toEarlierScan } from '../../core/comparison/settled-scan.ts';
import type { Acceptance } from '../../core/scans/acceptance.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { buildAuditItem } from './audit.ts';
import { buildBaselineLineWrites, readBaselineLine } from './baseline-lines.ts';
import { itemKeys } from './item-keys.ts';
import { buildLatestScanItems } from './latest-scans.ts';
import { findScan } from './scans.ts';
import { buildSiteExistsCheck } from './sites.ts';
import type { Store } from './store.ts';
import { ContentionError, type TransactItem } from './transact.ts';
import { pauseBeforeRetry } from './write.ts';
import { writeWithNewer } from './write-newer.ts';

const ATTEMPTS = 10;

/**
 * Makes a completed scan with a report the baseline of its branch and of its site. Changes nothing if the scan is
 * already the baseline of its branch because it was accepted before.
 * @returns the scan after the change; undefined if the scan or its site was deleted
 */
export async function saveAcceptance(
  store: Store,
  read: Scan,
  comparableKey: string,
  accepted: Acceptance,
  by: Actor,
): Promise<Scan | undefined> {
  const { accountId, siteId, scanId } = read;
  const earlier = toEarlierScan(read);
  const of = { accountId, siteId, comparableKey, branch: earlier.branch };
  let scan = read;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { line } = await readBaselineLine(store, of);
    if (isAcceptedBaseline(line, scanId)) return findScan(store, scanId);
    const change = (each: BaselineLine) => addAcceptedScan(each, earlier, accepted.at);
    // The objects may expire soon. Their retention is extended with the next run.
    const writtenAt = scan.finishedAt ?? scan.createdAt;
    const lines = await buildBaselineLineWrites(store, of, change, writtenAt);
    const latest = { ...of, scanId, createdAt: scan.createdAt };
    const items = [
      buildSiteExistsCheck(store, scan),
      acceptedItem(store, scan, accepted),
      ...lines,
      buildAuditItem(store, {
        by,
        action: 'scan.accepted',
        target: scanId,
        detail: { site: siteId },
        now: new Date(accepted.at),
      }),
    ];
    const failed = await writeWithNewer(
      store,
      items,
      buildLatestScanItems(store, latest, new Date(writtenAt)),
    );
    if (failed.length === 0) return { ...scan, accepted };
    if (failed[0]?.index === 0) return undefined;
    await pauseBeforeRetry(attempt);
    const current = await findScan(store, scanId);
    if (current === undefined) return undefined;
    scan = current;
  }
  throw new ContentionError(
    `the baseline lines were changed by other writers in each of ${ATTEMPTS} attempts`,
  );
}

/**
 * Fails if the acceptance of the scan has changed since it was read, so that only one of two concurrent callers accepts
 * the scan.
 */
function acceptedItem(store: Store, { scanId, accepted: before }: Scan, accepted: Acceptance): TransactItem {
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.scan(scanId),
      UpdateExpression: 'SET accepted = :accepted',
      ConditionExpression:
        before === undefined
          ? 'attribute_exists(pk) AND attribute_not_exists(accepted)'
          : 'accepted = :before',
      ExpressionAttributeValues: { ':accepted': accepted, ...(before ? { ':before': before } : {}) },
    },
  };
}

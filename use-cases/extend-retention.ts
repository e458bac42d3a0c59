import {
  type DueExtension,
  getExtensionCutoff,
  getLateCutoff,
  getRewriteCutoff,
} from '../core/retention/extension.ts';
import { listScanPrefixes } from '../core/scans/object-keys.ts';
import type { Log } from './log.ts';

/** What extends the retention of objects. */
export interface RetentionExtender {
  /** Returns the scans whose objects were last written or renewed at a time or earlier, longest ago first; a part of many. */
  listDueExtensions(until: Date): Promise<DueExtension[]>;
  /** Notes that objects were renewed; nothing when the item names other scans by now. */
  recordExtension(due: DueExtension, now: Date): Promise<void>;
  listObjects(prefix: string): AsyncIterable<{ key: string; writtenAt: Date }[]>;
  /** Writes an object again, so that its retention begins anew. */
  rewriteObject(key: string): Promise<unknown>;
  log: Log;
}

const COPIES_AT_ONCE = 16;

/**
 * Writes again what the lifecycle would delete although it must be kept: the objects of the latest scan of each site and
 * branch, and of those that can be the baseline of a gate. What one run leaves, or fails at, is due at the next; objects
 * that a run has renewed are not renewed again.
 * @throws AggregateError if some failed; Error if there is more to renew than the runs have time for
 */
export async function extendRetention(
  extender: RetentionExtender,
  { now, retentionDays }: { now: Date; retentionDays: number },
  isTimeUp: () => boolean,
): Promise<void> {
  const { log } = extender;
  const before = getExtensionCutoff(now, retentionDays);
  const oldBefore = getRewriteCutoff(now, retentionDays);
  const failures: unknown[] = [];
  const tried = new Set<string>();
  const untried = async () =>
    (await extender.listDueExtensions(before)).filter((each) => !tried.has(nameOf(each)));
  for (let due = await untried(); due.length > 0 && !isTimeUp(); due = await untried()) {
    for (const each of due) {
      if (isTimeUp()) break;
      tried.add(nameOf(each));
      try {
        if (await renew(extender, each, oldBefore, isTimeUp)) await extender.recordExtension(each, now);
      } catch (error) {
        const { accountId, siteId, scanIds } = each;
        log.error('could not renew the objects of scans', { error, accountId, siteId, scanIds });
        failures.push(error);
      }
    }
  }
  const items = tried.size - failures.length;
  log.info('renewed', { items, failed: failures.length, isTimeUp: isTimeUp() });
  if (failures.length > 0)
    throw new AggregateError(failures, `the scans of ${failures.length} items were not renewed`);
  const late = await extender.listDueExtensions(getLateCutoff(now, retentionDays));
  if (late.length > 0)
    throw new Error('there is more to renew than the runs have time for; the lifecycle will delete it');
}

/** @returns false when time was up before all were renewed */
async function renew(
  { listObjects, rewriteObject }: RetentionExtender,
  { accountId, scanIds }: DueExtension,
  oldBefore: Date,
  isTimeUp: () => boolean,
): Promise<boolean> {
  for (const prefix of scanIds.flatMap((scanId) => listScanPrefixes({ accountId, scanId }))) {
    for await (const objects of listObjects(prefix)) {
      const old = objects.filter(({ writtenAt }) => writtenAt < oldBefore);
      for (let at = 0; at < old.length; at += COPIES_AT_ONCE) {
        if (isTimeUp()) return false;
        const some = old.slice(at, at + COPIES_AT_ONCE);
        await Promise.all(some.map(({ key }) => rewriteObject(key)));
      }
    }
  }
  return true;
}

function nameOf({ key }: DueExtension): string {
  return JSON.stringify(key);
}

import {
  type DueExtension,
  getExtensionCutoff,
  getLateCutoff,
  getRewriteCutoff,
} from '../core/retention/extension.ts';
import { listScanPrefixes } from '../core/scans/object-keys.ts';
import type { Log } from './log.ts';

/** The dependencies of `extendRetention`. */
export interface RetentionExtender {
  /**
   * Returns the scans whose objects were written or had their retention extended at `until` or earlier, longest ago
   * first. If there are many, it returns a part of them.
   */
  listDueExtensions(until: Date): Promise<DueExtension[]>;
  /** Records that the retention of objects was extended. Does nothing if the item names other scans meanwhile. */
  recordExtension(due: DueExtension, now: Date): Promise<void>;
  listObjects(prefix: string): AsyncIterable<{ key: string; writtenAt: Date }[]>;
  /** Rewrites an object, so that its retention period starts again. */
  rewriteObject(key: string): Promise<unknown>;
  log: Log;
}

const COPIES_AT_ONCE = 16;

/**
 * Rewrites objects that the lifecycle rule would delete but later scans still need: the objects of the latest scan of
 * each site and branch, and of scans that can be the baseline of a gate. The next run continues unfinished and failed
 * work; it does not rewrite objects again that this run has rewritten.
 * @param isTimeUp called before each search for due items, listing and batch of copies; true if none may begin
 * @throws AggregateError if some scans failed; Error if the runs do not have enough time for all due objects
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
  while (!isTimeUp()) {
    const due = (await extender.listDueExtensions(before)).filter((each) => !tried.has(getName(each)));
    if (due.length === 0) break;
    for (const each of due) {
      if (isTimeUp()) break;
      tried.add(getName(each));
      try {
        if (await rewriteObjects(extender, each, oldBefore, isTimeUp))
          await extender.recordExtension(each, now);
      } catch (error) {
        const { accountId, siteId, scanIds } = each;
        log.error('could not extend the retention of the objects of scans; the next run tries again', {
          error,
          accountId,
          siteId,
          scanIds,
        });
        failures.push(error);
      }
    }
  }
  const items = tried.size - failures.length;
  log.info('extended the retention of objects', { items, failed: failures.length, isTimeUp: isTimeUp() });
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `the retention of ${failures.length} items could not be extended; the next run tries again`,
    );
  const late = await extender.listDueExtensions(getLateCutoff(now, retentionDays));
  if (late.length > 0)
    throw new Error(
      'the runs do not have enough time to extend the retention of all due objects; the lifecycle rule will delete the rest',
    );
}

/**
 * Rewrites the objects of scans.
 * @returns false if time was up before all objects were rewritten
 */
async function rewriteObjects(
  { listObjects, rewriteObject }: RetentionExtender,
  { accountId, scanIds }: DueExtension,
  oldBefore: Date,
  isTimeUp: () => boolean,
): Promise<boolean> {
  for (const prefix of scanIds.flatMap((scanId) => listScanPrefixes({ accountId, scanId }))) {
    if (isTimeUp()) return false;
    for await (const objects of listObjects(prefix)) {
      const old = objects.filter(({ writtenAt }) => writtenAt < oldBefore);
      for (let at = 0; at < old.length; at += COPIES_AT_ONCE) {
        if (isTimeUp()) return false;
        const some = old.slice(at, at + COPIES_AT_ONCE);
        await Promise.all(some.map(({ key }) => rewriteObject(key)));
      }
      // The next objects of the prefix are listed after this.
      if (isTimeUp()) return false;
    }
  }
  return true;
}

function getName({ key }: DueExtension): string {
  return JSON.stringify(key);
}

import type { Context, ScheduledEvent } from 'aws-lambda';
import { type DueRenewal, listDueRenewals, markRenewed } from '../../adapters/dynamodb/renewals.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { listObjects, rewriteObject } from '../../adapters/report-bucket/objects-under.ts';
import { reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { lateBefore, renewBefore, rewriteBefore } from '../../core/keeping/renewal.ts';
import { prefixesOf } from '../../core/scans/result-key.ts';
import { schema } from './env.ts';

/**
 * What the schedule says of a run: when it was due, RFC 3339. A person may name another retention, before the stage is
 * deployed with it: see docs/runbook.md.
 */
type Run = Pick<ScheduledEvent, 'time'> & { retentionDays?: number };
type TimeLeft = Pick<Context, 'getRemainingTimeInMillis'>;

/** Nothing new is begun when less is left. */
const RESERVE_MS = 30_000;
const COPIES_AT_ONCE = 16;

function nameOf({ key }: DueRenewal): string {
  return JSON.stringify(key);
}

/**
 * Runs every day and writes anew what the lifecycle would else take although it is to be kept: the objects of the
 * latest scan of each site and branch, and of those that can be the baseline of a gate. What one run leaves, or fails
 * at, is due at the next; objects that a run has renewed are not renewed again.
 */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const store = openStore({ table: env.TABLE_NAME });
  const bucket = reportBucket(env.BUCKET_NAME);

  return async function handle({ time, retentionDays }: Run, context: TimeLeft): Promise<void> {
    const now = new Date(time);
    const days = retentionDays ?? env.RETENTION_DAYS;
    const before = renewBefore(now, days);
    const oldBefore = rewriteBefore(now, days);
    const isTimeUp = () => context.getRemainingTimeInMillis() < RESERVE_MS;
    const failures: unknown[] = [];
    const tried = new Set<string>();
    const untried = async () =>
      (await listDueRenewals(store, before)).filter((each) => !tried.has(nameOf(each)));
    for (let due = await untried(); due.length > 0 && !isTimeUp(); due = await untried()) {
      for (const each of due) {
        if (isTimeUp()) break;
        tried.add(nameOf(each));
        try {
          if (await renew(each, oldBefore, isTimeUp)) await markRenewed(store, each, now);
        } catch (error) {
          const { accountId, siteId, scanIds } = each;
          logger().error('could not renew the objects of scans', { error, accountId, siteId, scanIds });
          failures.push(error);
        }
      }
    }
    logger().info('renewed', {
      items: tried.size - failures.length,
      failed: failures.length,
      isTimeUp: isTimeUp(),
    });
    if (failures.length > 0)
      throw new AggregateError(failures, `the scans of ${failures.length} items were not renewed`);
    const late = await listDueRenewals(store, lateBefore(now, days));
    if (late.length > 0)
      throw new Error('there is more to renew than the runs have time for; the lifecycle will delete it');
  };

  /** @returns false when time was up before all were renewed */
  async function renew(
    { accountId, scanIds }: DueRenewal,
    oldBefore: Date,
    isTimeUp: () => boolean,
  ): Promise<boolean> {
    for (const prefix of scanIds.flatMap((scanId) => prefixesOf({ accountId, scanId }))) {
      for await (const objects of listObjects(bucket, prefix)) {
        const old = objects.filter(({ writtenAt }) => writtenAt < oldBefore);
        for (let at = 0; at < old.length; at += COPIES_AT_ONCE) {
          if (isTimeUp()) return false;
          const some = old.slice(at, at + COPIES_AT_ONCE);
          await Promise.all(some.map(({ key }) => rewriteObject(bucket, key)));
        }
      }
    }
    return true;
  }
}

import type { Context, ScheduledEvent } from 'aws-lambda';
import { forgetSite } from '../../adapters/dynamodb/forget-site.ts';
import {
  endPass,
  endPurge,
  listDuePurges,
  notePurged,
  type Purge,
  takePurge,
} from '../../adapters/dynamodb/purges.ts';
import { listScanIds, listScans } from '../../adapters/dynamodb/scans.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { deleteObjects, listObjects } from '../../adapters/report-bucket/objects-under.ts';
import { reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { nextPass } from '../../core/keeping/purge-passes.ts';
import type { Listing } from '../../core/listing/listing.ts';
import { prefixesOf } from '../../core/scans/result-key.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { schema } from './env.ts';

/** What the schedule says of a run: when it was due, RFC 3339. */
type ScheduledRun = Pick<ScheduledEvent, 'time'>;
type TimeLeft = Pick<Context, 'getRemainingTimeInMillis'>;

/** Nothing new is begun when less is left. */
const RESERVE_MS = 10_000;
const SCANS_AT_ONCE = 25;

/**
 * Runs every minute and deletes the objects of deleted sites, in passes over their scans: see `nextPass`. A run that
 * ends early, or dies, is gone on with by the next. One site that cannot be purged does not keep it from the others.
 */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const store = openStore({ table: env.TABLE_NAME });
  const bucket = reportBucket(env.BUCKET_NAME);

  return async function handle({ time }: ScheduledRun, context: TimeLeft): Promise<void> {
    const now = new Date(time);
    const isTimeUp = () => context.getRemainingTimeInMillis() < RESERVE_MS;
    const failures: unknown[] = [];
    for (const siteId of await listDuePurges(store, now)) {
      if (isTimeUp()) break;
      const purge = await takePurge(store, siteId, now);
      if (purge === undefined) continue;
      const { accountId, passes } = purge;
      try {
        await makePass(purge, now, isTimeUp);
      } catch (error) {
        logger().error('could not delete the objects of a deleted site', {
          error,
          accountId,
          siteId,
          passes,
        });
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} sites could not be purged`);
  };

  async function makePass(purge: Purge, now: Date, isTimeUp: () => boolean): Promise<void> {
    const { accountId, siteId } = purge;
    let { after } = purge;
    const scanIds = batches((page) => listScanIds(store, siteId, page), after);
    for await (const some of scanIds) {
      for (const scanId of some) {
        if (isTimeUp() || !(await deleteObjectsOf({ accountId, scanId }, isTimeUp))) return;
        after = scanId;
      }
      if (after !== undefined) await notePurged(store, purge, after);
    }
    if (await forgetSite(store, siteId, isTimeUp)) await endThisPass(purge, now);
  }

  /** Yields a list a few entries at a time. */
  async function* batches<T>(
    list: (page: { limit: number; after?: string }) => Promise<Listing<T>>,
    from?: string,
  ): AsyncGenerator<T[]> {
    let after = from;
    do {
      const { items, next } = await list({
        limit: SCANS_AT_ONCE,
        ...(after === undefined ? {} : { after }),
      });
      yield items;
      after = next;
    } while (after !== undefined);
  }

  /**
   * S3 lists what is written meanwhile or not; a later pass finds it.
   * @returns false when time was up before all were deleted
   */
  async function deleteObjectsOf(
    scan: Pick<Scan, 'accountId' | 'scanId'>,
    isTimeUp: () => boolean,
  ): Promise<boolean> {
    for (const prefix of prefixesOf(scan)) {
      for await (const objects of listObjects(bucket, prefix)) {
        await deleteObjects(
          bucket,
          objects.map(({ key }) => key),
        );
        if (isTimeUp()) return false;
      }
    }
    return true;
  }

  async function endThisPass(purge: Purge, now: Date): Promise<void> {
    const { accountId, siteId } = purge;
    const passes = purge.passes + 1;
    const due = nextPass({ ...purge, passes }, await isSettled(siteId), now);
    if (due === undefined) await endPurge(store, purge);
    else await endPass(store, purge, due);
    logger().info('purged', { accountId, siteId, passes, next: due?.toISOString() ?? null });
  }

  /** Whether every scan of a site has written all that it will. */
  async function isSettled(siteId: string): Promise<boolean> {
    for await (const scans of batches((page) => listScans(store, siteId, page))) {
      if (scans.some(({ report }) => report === 'pending')) return false;
    }
    return true;
  }
}

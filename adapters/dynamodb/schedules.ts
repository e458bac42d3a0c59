import type { Actor } from '../../core/audit/audit-entry.ts';
import { createId } from '../../core/ids.ts';
import type { Trigger, TriggerOutcome } from '../../core/scans/trigger.ts';
import type { Schedule } from '../../core/schedules/schedule.ts';
import { buildAuditItem } from './audit.ts';
import { buildDueKeys } from './due.ts';
import { itemKeys } from './item-keys.ts';
import { buildOutboxItem } from './outbox.ts';
import { readItem } from './read-items.ts';
import { insertScanWith } from './scans.ts';
import { buildSiteExistsCheck } from './sites.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/** Returns the schedule of a site; undefined if it does not exist. */
export async function findSchedule(store: Store, siteId: string): Promise<Schedule | undefined> {
  const item = await readItem(store, itemKeys.schedule(siteId));
  if (item === undefined) return undefined;
  const { pk: _pk, sk: _sk, gsi3pk: _due, gsi3sk: _at, ...schedule } = item;
  return schedule as unknown as Schedule;
}

/**
 * Sets the schedule of a site.
 * @param before the schedule as it was read; undefined if it did not exist
 * @returns 'changed' if it has changed since
 */
export async function replaceSchedule(
  store: Store,
  before: Schedule | undefined,
  after: Schedule,
  by: Actor,
  now: Date,
): Promise<'set' | 'changed' | 'site-gone'> {
  const failed = await transact(store, [
    buildSiteExistsCheck(store, after),
    buildScheduleItem(store, before, after),
    buildAuditItem(store, {
      by,
      action: before === undefined ? 'schedule.created' : 'schedule.changed',
      target: after.scheduleId,
      detail: { site: after.siteId, every: after.body.every },
      now,
    }),
  ]);
  if (failed.length === 0) return 'set';
  return failed[0]?.index === 0 ? 'site-gone' : 'changed';
}

/** Deletes a schedule. @returns false if it does not exist */
export async function removeSchedule(
  store: Store,
  { siteId, scheduleId }: Schedule,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const failed = await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.schedule(siteId),
        ConditionExpression: 'scheduleId = :id',
        ExpressionAttributeValues: { ':id': scheduleId },
      },
    },
    buildAuditItem(store, {
      by,
      action: 'schedule.deleted',
      target: scheduleId,
      detail: { site: siteId },
      now,
    }),
  ]);
  return failed.length === 0;
}

/** Writes that nothing was started at a planned time. @returns false if the schedule has changed since it was read */
export async function advanceSchedule(store: Store, before: Schedule, after: Schedule): Promise<boolean> {
  return (await transact(store, [buildScheduleItem(store, before, after)])).length === 0;
}

/** Pauses a schedule. @returns false if it has changed since it was read */
export async function pauseSchedule(store: Store, before: Schedule, by: Actor, now: Date): Promise<boolean> {
  const { scheduleId, siteId, accountId } = before;
  const failed = await transact(store, [
    buildScheduleItem(store, before, { ...before, pausedAt: now.toISOString() }),
    buildOutboxItem(store, {
      entryId: createId('outbox', now),
      accountId,
      cause: { kind: 'schedule-paused', scheduleId, siteId },
      at: now.toISOString(),
      correlationId: by.requestId,
    }),
    buildAuditItem(store, {
      by,
      action: 'schedule.paused',
      target: scheduleId,
      detail: { site: siteId },
      now,
    }),
  ]);
  return failed.length === 0;
}

/**
 * Writes a new scan of a schedule in one transaction with the schedule, so that each planned time has one scan.
 * @param before the schedule as it was read; if it has changed since, nothing is written
 * @param after the schedule once the scan has started
 */
export async function insertScheduledScan(
  store: Store,
  trigger: Trigger,
  before: Schedule,
  after: Schedule,
): Promise<TriggerOutcome | { kind: 'schedule-changed' }> {
  const outcome = await insertScanWith(store, trigger, buildScheduleItem(store, before, after));
  return outcome.kind === 'also-failed' ? { kind: 'schedule-changed' } : outcome;
}

/** Builds the write that replaces a schedule, if it has not changed since it was read. A paused one is never due. */
function buildScheduleItem(store: Store, before: Schedule | undefined, after: Schedule): TransactItem {
  const { siteId, attemptAt, pausedAt } = after;
  return {
    Put: {
      TableName: store.table,
      Item: {
        ...itemKeys.schedule(siteId),
        ...after,
        ...(pausedAt === null ? buildDueKeys(siteId, attemptAt, 'schedule') : {}),
      },
      ...(before === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression:
              'scheduleId = :id AND updatedAt = :updated AND attemptAt = :attempt AND pausedAt = :paused',
            ExpressionAttributeValues: {
              ':id': before.scheduleId,
              ':updated': before.updatedAt,
              ':attempt': before.attemptAt,
              ':paused': before.pausedAt,
            },
          }),
    },
  };
}

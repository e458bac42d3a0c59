import type { KeyRecord } from '../core/access/key-record.ts';
import type { EventsMessage } from '../core/alerts/alert-messages.ts';
import { getDueKeyReminder, type KeyReminderDays } from '../core/alerts/outbox-entry.ts';
import type { Actor } from '../core/audit/audit-entry.ts';
import type { DueKind } from '../core/due/due-kind.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import type { Log } from './log.ts';
import type { FindKey } from './read-author.ts';

/** Something that is due, and the id of its item. */
interface Due {
  kind: DueKind;
  id: string;
  /** Identifies this due time of the item. */
  due: string;
}

export interface SweepDueDependencies extends FindKey {
  /** Returns what is due, longest waiting first. */
  listDue(now: Date): Promise<Due[]>;
  /** Reminds the account of a key that expires soon, once for each reminder. */
  remindOfKeyExpiry(
    key: KeyRecord,
    days: KeyReminderDays,
    due: string,
    by: Actor,
    now: Date,
  ): Promise<boolean>;
  /** Records that a key has expired, once for each expiry. */
  recordKeyExpiry(key: KeyRecord, due: string, by: Actor, now: Date): Promise<boolean>;
  /** Starts the scan of the schedule of a site, or records why it does not. */
  runSchedule(siteId: string, runId: string, now: Date): Promise<void>;
  /**
   * Sets when the dispatch of an outbox entry, or of a digest, is requested next. Undefined if there is nothing to
   * request, or another run requests it.
   */
  claimOutboxEntry(entryId: string, due: string, now: Date): Promise<MessageOrigin | undefined>;
  claimDigest(alertId: string, due: string, now: Date): Promise<{ accountId: string } | undefined>;
  sendEvents(message: EventsMessage): Promise<void>;
  log: Log;
}

type MessageOrigin = Pick<EventsMessage, 'accountId' | 'correlationId'>;

const AT_ONCE = 8;

/**
 * Does what is due.
 * @param runId id of the run, for the audit log
 * @throws AggregateError if something could not be done; the rest is done, and the next run tries again
 */
export async function sweepDue(dependencies: SweepDueDependencies, runId: string, now: Date): Promise<void> {
  const failures: unknown[] = [];
  await forEachAtOnce(await dependencies.listDue(now), AT_ONCE, async (due) => {
    try {
      await handle(dependencies, due, runId, now);
    } catch (error) {
      const { id, kind } = due;
      dependencies.log.error('could not do what is due; the next run tries again', { error, id, kind });
      failures.push(error);
    }
  });
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `of what is due, ${failures.length} could not be done; the next run tries again`,
    );
}

async function handle(dependencies: SweepDueDependencies, due: Due, runId: string, now: Date): Promise<void> {
  const { id } = due;
  switch (due.kind) {
    case 'key-expiry':
      return expireKey(dependencies, due, runId, now);
    case 'schedule':
      return dependencies.runSchedule(id, runId, now);
    case 'outbox': {
      const origin = await dependencies.claimOutboxEntry(id, due.due, now);
      if (origin) await dependencies.sendEvents({ ...origin, type: 'outbox-entry', entryId: id });
      return;
    }
    case 'digest': {
      const alert = await dependencies.claimDigest(id, due.due, now);
      if (alert)
        await dependencies.sendEvents({ ...alert, correlationId: runId, type: 'digest', alertId: id });
      return;
    }
  }
}

/** Reminds the account of a key that expires soon, or records that it has expired. */
async function expireKey(
  { findKey, remindOfKeyExpiry, recordKeyExpiry, log }: SweepDueDependencies,
  { id, due }: Due,
  runId: string,
  now: Date,
): Promise<void> {
  const key = await findKey(id);
  // The index may be behind the key, which was rotated or revoked.
  if (key === undefined || key.revokedAt !== undefined) return;
  const { accountId, keyId, expiresAt } = key;
  const by = { accountId, actor: 'service', requestId: runId };
  const days = getDueKeyReminder(expiresAt, now);
  if (days === undefined) return;
  if (days > 0) {
    if (await remindOfKeyExpiry(key, days, due, by, now))
      log.info('key expires soon', { accountId, keyId, days });
  } else if (await recordKeyExpiry(key, due, by, now)) log.info('key expired', { accountId, keyId });
}

import { getKeyRefusal, type KeyRecord } from '../core/access/key-record.ts';
import type { Actor } from '../core/audit/audit-entry.ts';
import type { DueKind } from '../core/due/due-kind.ts';
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
  /** Records that a key has expired, once for each expiry. */
  recordKeyExpiry(key: KeyRecord, due: string, by: Actor, now: Date): Promise<boolean>;
  log: Log;
}

/**
 * Does what is due.
 * @param runId id of the run, for the audit log
 * @throws AggregateError if something could not be done; the rest is done, and the next run tries again
 */
export async function sweepDue(dependencies: SweepDueDependencies, runId: string, now: Date): Promise<void> {
  const failures: unknown[] = [];
  for (const due of await dependencies.listDue(now)) {
    try {
      await handle(dependencies, due, runId, now);
    } catch (error) {
      dependencies.log.error('could not do what is due; the next run tries again', {
        error,
        id: due.id,
        kind: due.kind,
      });
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `of what is due, ${failures.length} could not be done; the next run tries again`,
    );
}

function handle(dependencies: SweepDueDependencies, due: Due, runId: string, now: Date): Promise<void> {
  switch (due.kind) {
    case 'key-expiry':
      return expireKey(dependencies, due, runId, now);
  }
}

async function expireKey(
  { findKey, recordKeyExpiry, log }: SweepDueDependencies,
  { id, due }: Due,
  runId: string,
  now: Date,
): Promise<void> {
  const key = await findKey(id);
  // The index may be behind the key, which was rotated or revoked.
  if (key === undefined || getKeyRefusal(key, now) !== 'key-expired') return;
  const { accountId, keyId } = key;
  const by = { accountId, actor: 'service', requestId: runId };
  if (await recordKeyExpiry(key, due, by, now)) log.info('key expired', { accountId, keyId });
}

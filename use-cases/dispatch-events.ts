import type { EventsMessage } from '../core/alerts/alert-messages.ts';
import { type DeliverEventsDependencies, deliverEvents } from './deliver-events.ts';
import { type DeriveEventsDependencies, deriveEntryEvents } from './derive-events.ts';
import { type DispatchDigestDependencies, dispatchDigest } from './dispatch-digest.ts';
import type { Log } from './log.ts';
import { type PauseScheduleDependencies, pauseUnjudgedSchedule } from './pause-schedule.ts';

export interface DispatchEventsDependencies
  extends DeriveEventsDependencies,
    DeliverEventsDependencies,
    DispatchDigestDependencies,
    PauseScheduleDependencies {
  deleteOutboxEntry(entryId: string): Promise<void>;
  log: Log;
}

/**
 * Dispatches the events of an outbox entry, or a digest. First the events are derived and stored in the entry, together
 * with what is known then; then the deliveries are written, and the schedule of a scan is paused if need be; then the
 * entry is deleted. So nothing is lost and nothing
 * reported twice, wherever it is interrupted.
 */
export async function dispatchEvents(
  dependencies: DispatchEventsDependencies,
  message: EventsMessage,
  now: Date,
): Promise<void> {
  if (message.type === 'digest') return dispatchDigest(dependencies, message, now);
  const { findOutboxEntry, deleteOutboxEntry, log } = dependencies;
  const entry = await findOutboxEntry(message.entryId);
  // Handled already: a duplicate of the message.
  if (entry === undefined) return;
  const events = await deriveEntryEvents(dependencies, entry);
  await deliverEvents(dependencies, entry, events, now);
  const { accountId, cause } = entry;
  if (cause.kind === 'scan-ended') await pauseUnjudgedSchedule(dependencies, cause, entry, now);
  await deleteOutboxEntry(entry.entryId);
  log.info('dispatched events', { accountId, cause: cause.kind, types: events.map(({ type }) => type) });
}

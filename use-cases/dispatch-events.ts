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
  /** Creates the user of an address at the provider of identities, unless it exists; null if others create users. */
  ensureUser: ((email: string) => Promise<'ensured' | 'refused'>) | null;
  log: Log;
}

/**
 * Dispatches the events of an outbox entry, or a digest. First the events are derived and stored in the entry, together
 * with what is known then; then an invited person becomes able to sign in, the deliveries are written, and the schedule
 * of a scan is paused if need be; then the entry is deleted. So nothing is lost and nothing reported twice, wherever it
 * is interrupted.
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
  const { accountId, cause } = entry;
  // Not in the call that invites: neither its response nor its time may depend on whether the address is known.
  if (cause.kind === 'member-invited' && events.length > 0) {
    const outcome = await dependencies.ensureUser?.(cause.email);
    if (outcome === 'refused')
      log.warn('the user pool does not accept the address of an invitation', { accountId });
  }
  await deliverEvents(dependencies, entry, events, now);
  if (cause.kind === 'scan-ended') await pauseUnjudgedSchedule(dependencies, cause, entry, now);
  await deleteOutboxEntry(entry.entryId);
  log.info('dispatched events', { accountId, cause: cause.kind, types: events.map(({ type }) => type) });
}

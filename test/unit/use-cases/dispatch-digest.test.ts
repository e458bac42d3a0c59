import { expect, it } from 'vitest';
import type { Alert } from '../../../core/alerts/alert.ts';
import { DIGEST_EVENTS_MAX } from '../../../core/alerts/digest.ts';
import { type DispatchDigestDependencies, dispatchDigest } from '../../../use-cases/dispatch-digest.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const alert: Alert = {
  alertId: 'alert_1',
  accountId: 'acct_1',
  name: 'Daily',
  sites: 'all',
  events: ['issues.new'],
  impact: 'serious',
  branches: 'main',
  channel: { kind: 'mail', people: [] },
  delivery: { every: 'day', at: '08:00', timeZone: 'UTC' },
  digestAt: '2026-03-02T08:00:00.000Z',
  setBy: { personId: 'person_1' },
  createdAt: '',
  updatedAt: '',
};

/** Dispatches the digest of an alert for which events wait. Returns when the next one is due, and what waits still. */
async function dispatch(given: Partial<Alert>, count: number) {
  const waiting = Array.from({ length: count }, (_, at) => `event_${at}`);
  let after: Alert | undefined;
  const dependencies = {
    findAlert: async () => ({ ...alert, ...given }),
    listWaitingEventIds: async () => waiting.slice(0, DIGEST_EVENTS_MAX),
    readWaitingEvents: async () => [],
    beginDigest: async () => true,
    recordEventReported: async (_alertId: string, eventId: string) => {
      waiting.splice(waiting.indexOf(eventId), 1);
    },
    endDigest: async (_before: Alert, next: Alert) => {
      after = next;
      return true;
    },
  } as unknown as DispatchDigestDependencies;
  await dispatchDigest(
    dependencies,
    { type: 'digest', accountId: 'acct_1', alertId: 'alert_1', correlationId: 'r' },
    now,
  );
  return { digestAt: after?.digestAt, waiting: waiting.length };
}

it('a digest comes again at the next time', async () => {
  expect(await dispatch({}, 3)).toEqual({ digestAt: '2026-03-03T08:00:00.000Z', waiting: 0 });
});

it('another digest follows at once if more events wait than one can have', async () => {
  expect(await dispatch({}, DIGEST_EVENTS_MAX + 1)).toEqual({ digestAt: now.toISOString(), waiting: 1 });
});

it('the last digest of an alert that reports at once now is followed by another one until nothing waits', async () => {
  const delivery = { every: 'event' } as const;
  const digest = { at: '2026-03-02T08:00:00.000Z', eventIds: ['event_0'] };
  expect(await dispatch({ delivery, digest }, 2)).toEqual({ digestAt: now.toISOString(), waiting: 1 });
  expect(await dispatch({ delivery }, 2)).toEqual({ digestAt: undefined, waiting: 0 });
});

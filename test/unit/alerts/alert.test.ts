import { expect, it } from 'vitest';
import { type Alert, applyAlertChange, buildAlert } from '../../../core/alerts/alert.ts';
import { createAlertSchema } from '../../../core/alerts/alert-bodies.ts';

const created = new Date('2026-03-02T07:00:00.000Z');
const daily = { every: 'day', at: '08:00', timeZone: 'UTC' } as const;
const setBy = { personId: 'person_1' };
const { channel: _channel, ...body } = createAlertSchema.parse({
  name: 'Daily',
  delivery: daily,
  channel: { kind: 'mail', people: [`person_${'0'.repeat(26)}`] },
});
const alert = buildAlert(
  { accountId: 'acct_1', alertId: 'alert_1', setBy },
  body,
  { kind: 'mail', people: [] },
  created,
);

/** Returns when the next digest is due after a change of the times. */
const change = (given: Partial<Alert>, delivery: Alert['delivery'], now: string) =>
  applyAlertChange({ ...alert, ...given }, { delivery }, { setBy, now: new Date(now) }).digestAt;

it('a digest comes at its time if the alert is saved with the same times', () => {
  expect(alert.digestAt).toBe('2026-03-02T08:00:00.000Z');
  expect(change({}, { ...daily }, '2026-03-02T07:30:00Z')).toBe('2026-03-02T08:00:00.000Z');
});

it('a digest that is due or has begun keeps its time if the times change', () => {
  const later = { ...daily, at: '20:00' };
  expect(change({}, later, '2026-03-02T07:30:00Z')).toBe('2026-03-02T20:00:00.000Z');
  expect(change({}, later, '2026-03-02T08:00:30Z')).toBe('2026-03-02T08:00:00.000Z');
  const digest = { at: '2026-03-02T08:00:00.000Z', eventIds: ['event_1'] };
  expect(change({ digest }, { every: 'event' }, '2026-03-02T08:01:00Z')).toBe('2026-03-02T08:00:00.000Z');
});

it('what waits for digests is sent now if there are no more of them', () => {
  expect(change({}, { every: 'event' }, '2026-03-02T07:30:00Z')).toBe('2026-03-02T07:30:00.000Z');
});

import { describe, expect, it } from 'vitest';
import {
  dropDelivery,
  endAttempt,
  parseRetryAfter,
  requestAgain,
  retryPauses,
} from '../../../core/alerts/attempt-outcome.ts';
import { buildDelivery } from '../../../core/alerts/build-delivery.ts';
import type { Attempt, Channel } from '../../../core/alerts/delivery.ts';
import { type EventType, TEST_EVENT_TYPE } from '../../../core/alerts/event.ts';
import { eventDataSchemas } from '../../../core/alerts/event-schemas.ts';
import { isGivenUp, unknownHealth, updateHealth } from '../../../core/alerts/target-health.ts';
import { canGetEvents, isSubscribed } from '../../../core/alerts/webhook.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const attempt: Attempt = {
  at: now.toISOString(),
  durationMs: 10,
  requestHeaders: {},
  status: 500,
  response: '',
  failure: 'no',
};
const build = (channel: Channel, eventId = 'event_1') =>
  buildDelivery(
    {
      accountId: 'acct_1',
      siteId: null,
      channel,
      content: { kind: 'event', eventId, type: 'issues.new', body: '{}' },
      correlationId: 'run',
      at: '2026-03-02T09:59:00.000Z',
    },
    now,
  );
const webhook: Channel = { kind: 'webhook', webhookId: 'webhook_1' };
const refused = { kind: 'refused', retryAfter: null } as const;

/** Seconds until the next attempt after a number of failed ones. */
function pauseAfter(failures: number, retryAfter: number | null, random: number): number | undefined {
  let delivery = build(webhook);
  for (let count = 0; count < failures; count++)
    delivery = endAttempt(delivery, attempt, { kind: 'refused', retryAfter }, now, random);
  const { nextAttemptAt } = delivery;
  return nextAttemptAt === undefined ? undefined : (Date.parse(nextAttemptAt) - now.getTime()) / 1_000;
}

describe('a new delivery', () => {
  it('has the same id for the same event and channel, and another one otherwise', () => {
    const { deliveryId } = build(webhook);
    expect(deliveryId).toMatch(/^delivery_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(build(webhook).deliveryId).toBe(deliveryId);
    const others: Channel[] = [
      { kind: 'webhook', webhookId: 'webhook_2' },
      { kind: 'slack', alertId: 'webhook_1' },
      { kind: 'mail', alertId: null, to: { personId: 'webhook_1' } },
      { kind: 'mail', alertId: null, to: { email: 'webhook_1' } },
    ];
    const ids = [build(webhook, 'event_2'), ...others.map((channel) => build(channel))].map(
      (delivery) => delivery.deliveryId,
    );
    expect(new Set([deliveryId, ...ids]).size).toBe(6);
  });
});

describe('an attempt at a delivery', () => {
  it('is followed by another one later each time, by at most a fifth earlier or later', () => {
    for (const [at, pause] of retryPauses.entries()) {
      expect(pauseAfter(at + 1, null, 0)).toBeCloseTo(0.8 * pause, 2);
      expect(pauseAfter(at + 1, null, 1)).toBeCloseTo(1.2 * pause, 2);
    }
    expect(pauseAfter(retryPauses.length + 1, null, 0.5)).toBeUndefined();
  });

  it('is followed by the next one when the receiver asks for it, but not sooner than planned, and within a day', () => {
    expect(pauseAfter(1, 60, 0.5)).toBe(60);
    expect(pauseAfter(1, 1, 0.5)).toBe(5);
    expect(pauseAfter(1, 10 ** 9, 0.5)).toBe(86_400);
  });

  it('delivers, fails for good, or is the last one', () => {
    const delivery = build(webhook);
    const { nextAttemptAt: _next, ...delivered } = endAttempt(
      delivery,
      attempt,
      { kind: 'accepted' },
      now,
      0,
    );
    expect(delivered).toMatchObject({ state: 'delivered', attemptCount: 1, attempts: [attempt] });
    expect(endAttempt(delivery, attempt, { kind: 'final' }, now, 0)).not.toHaveProperty('nextAttemptAt');
    expect(endAttempt(delivery, attempt, { kind: 'final' }, now, 0).state).toBe('failed');
  });

  it('is remembered, ten at most, also when the delivery is requested again', () => {
    let delivery = build(webhook);
    for (let count = 0; count < 10; count++) delivery = endAttempt(delivery, attempt, refused, now, 0);
    expect(delivery).toMatchObject({ state: 'failed', attemptCount: 10 });
    const later = new Date(now.getTime() + 1_000);
    const again = requestAgain(delivery, later);
    expect(again).toMatchObject({
      state: 'pending',
      nextAttemptAt: later.toISOString(),
      attemptsSinceRequest: 0,
    });
    const ended = endAttempt(again, attempt, refused, later, 0.5);
    expect(ended).toMatchObject({ attemptCount: 11, attemptsSinceRequest: 1, state: 'pending' });
    expect(ended.attempts).toHaveLength(10);
    expect(dropDelivery(again)).toMatchObject({ state: 'dropped' });
    expect(dropDelivery(again)).not.toHaveProperty('nextAttemptAt');
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120],
    ['0', 0],
    ['Mon, 02 Mar 2026 10:01:00 GMT', 60],
    ['Mon, 02 Mar 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['2026', 2_026],
    ['2026-03-03T00:00:00Z', null],
    ['99999999999999999999', null],
    [undefined, null],
  ])('%s means %s seconds', (text, seconds) => {
    expect(parseRetryAfter(text, now)).toBe(seconds);
  });
});

describe('the health of an endpoint', () => {
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const failAt = (days: readonly number[]) =>
    days.reduce(
      (health, day) => updateHealth(health, { failed: true, durationMs: 1 }, at(day)),
      unknownHealth,
    );

  it('is given up after five days and ten failures without a success', () => {
    const ten = [0, 1, 1, 1, 2, 2, 3, 3, 4, 4];
    expect(isGivenUp(failAt(ten), at(5))).toBe(true);
    expect(isGivenUp(failAt(ten), at(4.9))).toBe(false);
    expect(isGivenUp(failAt(ten.slice(1)), at(9))).toBe(false);
    // One failure after a long time without attempts says nothing.
    expect(isGivenUp(updateHealth(failAt(ten), { failed: true, durationMs: 1 }, at(30)), at(30))).toBe(false);
    const recovered = updateHealth(failAt(ten), { failed: false, durationMs: 1 }, at(5));
    expect(recovered).toEqual({ failures: 0, isSlow: false });
  });

  it('says whether the last attempt was slow', () => {
    expect(updateHealth(unknownHealth, { failed: false, durationMs: 3_001 }, now).isSlow).toBe(true);
    expect(updateHealth(failAt([0]), { failed: true, durationMs: 10 }, now).isSlow).toBe(false);
  });
});

describe('an endpoint', () => {
  const endpoint = { events: ['issues.new' as const], siteIds: ['site_1'] };
  it('gets the events that it names, of its sites', () => {
    const event = { type: 'issues.new' as const, siteId: 'site_1' };
    expect(isSubscribed(endpoint, event)).toBe(true);
    expect(isSubscribed(endpoint, { ...event, siteId: 'site_2' })).toBe(false);
    expect(isSubscribed(endpoint, { ...event, siteId: null })).toBe(false);
    expect(isSubscribed({ ...endpoint, siteIds: null }, { ...event, siteId: null })).toBe(true);
    expect(isSubscribed(endpoint, { ...event, type: 'gate.failed' })).toBe(false);
  });
});

it('an endpoint that is limited to sites can get exactly the events that are about a site', () => {
  for (const [type, { shape }] of Object.entries(eventDataSchemas)) {
    if (type === TEST_EVENT_TYPE) continue;
    const endpoint = { events: [type as EventType], siteIds: ['site_1'] };
    expect(canGetEvents(endpoint), type).toBe('site' in shape);
  }
});

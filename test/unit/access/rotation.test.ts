import { describe, expect, it } from 'vitest';
import { computeExpiry, getAcceptedHashes, type KeyRecord } from '../../../core/access/key-record.ts';
import {
  getPreviousValueExpiry,
  planRotation,
  type RotationRequest,
  rotationRequestSchema,
} from '../../../core/access/rotation.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const key: KeyRecord = {
  keyId: 'apikey_1',
  accountId: 'acct_1',
  name: 'CI',
  description: '',
  role: 'scanner',
  hash: 'present',
  createdAt: '2026-11-01T00:00:00.000Z',
  lifetimeDays: 90,
  expiresAt: '2027-01-30T00:00:00.000Z',
};
const inGrace = { ...key, previousHash: 'first', previousHashUntil: '2026-11-21T10:00:00.001Z' };
const revoked = { ...inGrace, revokedAt: key.createdAt };
const aMillisecondLater = new Date(now.getTime() + 1);

const request = (asked: Partial<RotationRequest> = {}) => rotationRequestSchema.parse(asked);

describe('the expiry of a key', () => {
  it.each([
    [90, '2027-02-19T10:00:00.000Z'],
    [1, '2026-11-22T10:00:00.000Z'],
  ])('is %i days from its creation', (days, expiresAt) => {
    expect(computeExpiry(now, days)).toBe(expiresAt);
  });
});

describe('a rotation', () => {
  it('lets the current value work for 24 hours and the new one for the lifetime of the key by default', () => {
    expect(planRotation(key, request(), now)).toEqual({
      refusal: null,
      expiresAt: '2027-02-19T10:00:00.000Z',
      graceUntil: '2026-11-22T10:00:00.000Z',
    });
  });

  it.each([1, 30, 180, 365])(
    'gives a key with a lifetime of %i days a new value with the same lifetime',
    (lifetimeDays) => {
      const short = { ...key, lifetimeDays, expiresAt: computeExpiry(new Date(key.createdAt), lifetimeDays) };
      expect(planRotation(short, request(), now)).toMatchObject({
        expiresAt: computeExpiry(now, lifetimeDays),
      });
    },
  );

  it('keeps the lifetime of the key after a rotation, after an expiry, and after a rotation with its own lifetime', () => {
    let rotated: KeyRecord = { ...key, lifetimeDays: 30, expiresAt: '2026-12-01T00:00:00.000Z' };
    for (const [at, asked, days] of [
      ['2026-11-25T00:00:00.000Z', {}, 30],
      ['2026-12-20T00:00:00.000Z', {}, 30],
      ['2027-03-01T00:00:00.000Z', {}, 30],
      ['2027-03-20T00:00:00.000Z', { expiresInDays: 7 }, 7],
      ['2027-03-25T00:00:00.000Z', {}, 30],
    ] as const) {
      const plan = planRotation(rotated, request(asked), new Date(at));
      expect(plan, at).toMatchObject({ expiresAt: computeExpiry(new Date(at), days) });
      if (plan.refusal === null) rotated = { ...rotated, expiresAt: plan.expiresAt };
    }
  });

  it('without a grace period ends the current value at once', () => {
    expect(planRotation(key, request({ graceHours: 0 }), now)).not.toHaveProperty('graceUntil');
  });

  it('does not extend the current value beyond its own expiry', () => {
    const expiresAt = '2026-11-21T11:00:00.000Z';
    expect(planRotation({ ...key, expiresAt }, request(), now)).toMatchObject({ graceUntil: expiresAt });
    const expired = { ...key, expiresAt: now.toISOString() };
    expect(planRotation(expired, request(), now)).not.toHaveProperty('graceUntil');
  });

  it('promises no grace period beyond the new expiry, at which the key ends with all its values', () => {
    expect(planRotation(key, request({ graceHours: 48, expiresInDays: 1 }), now)).toMatchObject({
      expiresAt: '2026-11-22T10:00:00.000Z',
      graceUntil: '2026-11-22T10:00:00.000Z',
    });
  });

  it.each([{}, { graceHours: 0 }])('with %j is refused while the previous value still works', (asked) => {
    expect(planRotation(inGrace, request(asked), now)).toEqual({
      refusal: 'previous-value-works',
      until: inGrace.previousHashUntil,
    });
    expect(planRotation(inGrace, request(asked), aMillisecondLater).refusal).toBeNull();
  });

  it('may end the previous value if the request allows it', () => {
    expect(planRotation(inGrace, request({ endPrevious: true }), now)).toMatchObject({
      refusal: null,
      graceUntil: '2026-11-22T10:00:00.000Z',
    });
  });

  it('of an expired key breaks no promise, because none of its values works', () => {
    expect(planRotation({ ...inGrace, expiresAt: now.toISOString() }, request(), now).refusal).toBeNull();
  });

  it('of a revoked key is refused for every request', () => {
    expect(planRotation(revoked, request({ endPrevious: true }), now)).toEqual({ refusal: 'key-revoked' });
  });

  it('accepts a grace period of 0 to 168 hours and a lifetime of 1 to 365 days', () => {
    for (const wrong of [
      { graceHours: -1 },
      { graceHours: 169 },
      { expiresInDays: 0 },
      { expiresInDays: 366 },
    ])
      expect(rotationRequestSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    expect(request({ graceHours: 168, expiresInDays: 365 }).graceHours).toBe(168);
  });
});

describe('the value before the last rotation', () => {
  it('works as long as its hash is accepted', () => {
    expect(getPreviousValueExpiry(inGrace, now)).toBe(inGrace.previousHashUntil);
    expect(getAcceptedHashes(inGrace, now)).toContain('first');
    expect(getPreviousValueExpiry(inGrace, aMillisecondLater)).toBeNull();
    expect(getAcceptedHashes(inGrace, aMillisecondLater)).not.toContain('first');
  });

  it.each([
    ['was never rotated', key],
    ['is revoked', revoked],
    ['is expired', { ...inGrace, expiresAt: now.toISOString() }],
  ])('does not work if the key %s', (_, record) => {
    expect(getPreviousValueExpiry(record, now)).toBeNull();
  });
});

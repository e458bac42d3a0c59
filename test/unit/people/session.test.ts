import { describe, expect, it } from 'vitest';
import { emailSchema, foldEmail } from '../../../core/people/person.ts';
import {
  computeSessionEnd,
  isLastSeenOutdated,
  isSessionOver,
  isSignInRecent,
  type Session,
} from '../../../core/people/session.ts';
import { createSessionValue, hashSessionValue, isSessionValue } from '../../../core/people/session-value.ts';

const begin = new Date('2026-11-23T10:00:00.000Z');
const later = (hours: number, milliseconds = 0) =>
  new Date(begin.getTime() + hours * 3_600_000 + milliseconds);
const session: Session = {
  sessionId: 'session_1',
  personId: 'person_1',
  email: 'ada@example.com',
  createdAt: begin.toISOString(),
  lastSeenAt: begin.toISOString(),
  signedInAt: begin.toISOString(),
  endsAt: computeSessionEnd(begin),
  browser: '',
};

describe('a session', () => {
  it('ends after 12 hours without a call, to the millisecond', () => {
    expect(isSessionOver(session, later(12, -1))).toBe(false);
    expect(isSessionOver(session, later(12))).toBe(true);
  });

  it('ends after 14 days, even if it is used', () => {
    const used = { ...session, lastSeenAt: later(14 * 24, -1).toISOString() };
    expect(isSessionOver(used, later(14 * 24, -1))).toBe(false);
    expect(isSessionOver(used, later(14 * 24))).toBe(true);
  });

  it('has the time of its use written after five minutes', () => {
    expect(isLastSeenOutdated(session, later(0, 299_999))).toBe(false);
    expect(isLastSeenOutdated(session, later(0, 300_000))).toBe(true);
  });

  it('allows sensitive calls for 15 minutes after the sign-in, and never if its time is not known', () => {
    expect(isSignInRecent(begin.toISOString(), later(0.25))).toBe(true);
    expect(isSignInRecent(begin.toISOString(), later(0.25, 1))).toBe(false);
    expect(isSignInRecent(null, begin)).toBe(false);
  });

  it('has a value of 256 bits, of which only the hash is stored', () => {
    const value = createSessionValue();
    expect(isSessionValue(value)).toBe(true);
    expect(Buffer.from(value, 'base64url')).toHaveLength(32);
    expect(hashSessionValue(value)).toMatch(/^[0-9a-f]{64}$/);
    for (const other of ['', value.slice(1), `${value}a`, `${value.slice(1)}=`, `${value}\n`])
      expect(isSessionValue(other)).toBe(false);
  });
});

describe('an email address', () => {
  it('is compared without the case of ASCII letters, and of no other letters', () => {
    expect(foldEmail('Ada.L+x@Example.COM')).toBe('ada.l+x@example.com');
    expect(foldEmail('\u212A@example.com')).toBe('\u212A@example.com');
    expect(foldEmail('\u0130@example.com')).toBe('\u0130@example.com');
  });

  it.each(['', 'ada', 'ada@', '\u212Aate@example.com', 'ada@ex\u00e4mple.com', '\uff41da@example.com'])(
    'is refused as %j',
    (text) => expect(emailSchema.safeParse(text).success).toBe(false),
  );
});

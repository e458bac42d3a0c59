import { exampleAccount } from '../../../core/api/people-examples.ts';
import type {
  Account,
  ApiKeyDetail,
  AuditEntry,
  Invitation,
  KeyUsage,
  Me,
  Member,
  PersonUsage,
  Session,
} from '../../../dashboard/api/types.ts';

/** What the fake service answers: an account with data, one without, and one whose calls fail. */

/** Returns an id with a readable end. */
export const id = (prefix: string, name: string) => `${prefix}_${name.padStart(26, '0')}`;
export const accounts = { full: id('acct', 'f'), empty: id('acct', 'e'), error: id('acct', 'x') };
export const personId = id('person', '1');
export const otherPersonId = id('person', '2');
export const keyId = id('apikey', '1');
/** The token of the link in a mail. */
export const unsubscribeToken = `alerts.${id('person', '1')}.${id('acct', '1')}.${'s'.repeat(43)}`;
export const inviteToken = `${id('invite', '1')}.${'s'.repeat(43)}`;

/** A name that would become markup or script if it were not escaped. */
export const HOSTILE = `"><img src=x onerror="document.title='attacked'">`;
const LONG = 'Pipeline of the department for long and thorough names of everything that runs every night';

const DAY_MS = 86_400_000;
/** Returns a time relative to now, RFC 3339. @param days days from now, may be negative */
export const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const dayOf = (days: number) => at(days).slice(0, 10);

export function createAccount(): Account {
  return { ...exampleAccount, accountId: accounts.full, name: 'Acme Shops', createdAt: at(-100) };
}

export function createMe(): Me {
  return {
    person: { personId, name: 'Ada Lovelace', email: 'ada@example.com' },
    session: { sessionId: id('session', '1'), createdAt: at(-1), signedInAt: at(-1), endsAt: at(13) },
    accounts: [
      { accountId: accounts.full, name: 'Acme Shops', role: 'admin', siteIds: null },
      { accountId: accounts.empty, name: 'Empty Ltd', role: 'admin', siteIds: null },
      { accountId: accounts.error, name: 'Broken Inc', role: 'admin', siteIds: null },
    ],
  };
}

export function createKeys(): ApiKeyDetail[] {
  const ada = { id: personId, name: 'Ada Lovelace' };
  const base = {
    description: '',
    role: 'scanner',
    siteIds: null,
    status: 'active',
    createdAt: at(-40),
    createdBy: ada,
    lifetimeDays: 90,
    expiresAt: at(50),
    revokedAt: null,
    lastUsedAt: at(-0.1),
    previousValue: null,
    refusals: [],
  } as const satisfies Partial<ApiKeyDetail>;
  const names = ['CI of the shop', LONG, HOSTILE, 'Expires soon', 'Expired', 'Revoked', 'Never used'];
  return names.map((name, index): ApiKeyDetail => {
    const own = id('apikey', String(index + 1));
    const key: ApiKeyDetail = {
      ...base,
      refusals: [],
      keyId: own,
      name,
      prefix: `key_${own.slice('apikey_'.length)}_…`,
    };
    switch (index) {
      case 0:
        return {
          ...key,
          description: 'Scans each merge to main.',
          previousValue: { worksUntil: at(0.8), lastUsedAt: at(-0.2) },
          refusals: [
            { hour: at(-2), reason: 'key-expired', count: 12 },
            { hour: at(-1), reason: 'rate-limited', count: 3 },
          ],
        };
      case 3:
        return { ...key, expiresAt: at(5), siteIds: [id('site', '1')] };
      case 4:
        return { ...key, status: 'expired', expiresAt: at(-3) };
      case 5:
        return { ...key, status: 'revoked', revokedAt: at(-3) };
      case 6:
        return { ...key, lastUsedAt: null, createdBy: null };
      default:
        return key;
    }
  });
}

export function createMembers(): Member[] {
  const joined = { siteIds: null, joinedAt: at(-30), lastSeenAt: at(-0.2) };
  return [
    { ...joined, personId, name: 'Ada Lovelace', email: 'ada@example.com', role: 'admin' },
    {
      ...joined,
      personId: otherPersonId,
      name: HOSTILE,
      email: 'grace.hopper.with.a.long.address@navy.example.com',
      role: 'viewer',
      siteIds: [id('site', '1'), id('site', '2')],
      lastSeenAt: null,
    },
  ];
}

export function createInvitations(): Invitation[] {
  const invitedBy = { id: personId, name: 'Ada Lovelace' };
  return [
    {
      invitationId: id('invite', '1'),
      email: 'new@example.com',
      role: 'manager',
      siteIds: null,
      invitedBy,
      createdAt: at(-1),
      expiresAt: at(6),
      status: 'open',
    },
    {
      invitationId: id('invite', '2'),
      email: 'late@example.com',
      role: 'viewer',
      siteIds: null,
      invitedBy,
      createdAt: at(-9),
      expiresAt: at(-2),
      status: 'expired',
    },
  ];
}

export function createSessions(): Session[] {
  const times = { createdAt: at(-1), lastSeenAt: at(-0.01), endsAt: at(13) };
  return [
    { ...times, sessionId: id('session', '1'), browser: 'Firefox on Linux', current: true },
    { ...times, sessionId: id('session', '2'), browser: 'Safari on iPhone', current: false },
  ];
}

export function createUsage(): { keys: KeyUsage[]; people: PersonUsage[] } {
  const counts = (index: number) => ({
    day: dayOf(-index),
    requests: 40 + ((index * 37) % 120),
    scans: 2 + (index % 4),
    pages: 50 + ((index * 91) % 400),
    lastUsedAt: at(-index),
  });
  return {
    keys: [
      ...Array.from({ length: 3 }, (_, index) => ({
        keyId: id('apikey', '2'),
        keyName: LONG,
        ...counts(index),
      })),
      ...Array.from({ length: 14 }, (_, index) => ({ keyId, keyName: 'CI of the shop', ...counts(index) })),
    ],
    people: [
      { personId: otherPersonId, name: HOSTILE, ...counts(1) },
      ...Array.from({ length: 5 }, (_, index) => ({ personId, name: 'Ada Lovelace', ...counts(index) })),
    ],
  };
}

export function createAuditEntries(): AuditEntry[] {
  const actions = ['key.created', 'key.rotated', 'site.changed', 'scan.triggered', 'key.refused'] as const;
  return Array.from({ length: 25 }, (_, index): AuditEntry => {
    const isKey = index % 3 === 0;
    return {
      auditId: id('audit', String(index + 1)),
      accountId: accounts.full,
      time: at(-index / 4),
      action: actions[index % actions.length] ?? 'key.created',
      actor: isKey ? keyId : personId,
      actorName: isKey ? 'CI of the shop' : 'Ada Lovelace',
      target: keyId,
      sourceIp: '203.0.113.7',
      requestId: '5f3e0a9e-6b1f-4a53-9a68-0a6d3f1a8c11',
      ...(index % 2 === 0 ? { detail: { role: 'viewer', expiresInDays: 90 } } : {}),
    };
  });
}

import { expect, it } from 'vitest';
import type { Alert } from '../../../core/alerts/alert.ts';
import type { Delivery } from '../../../core/alerts/delivery.ts';
import type { Membership } from '../../../core/people/membership.ts';
import { type TestAlertDependencies, testAlert } from '../../../use-cases/test-alert.ts';

const begin = new Date('2026-11-27T10:00:00.000Z');
const later = (seconds: number) => new Date(begin.getTime() + seconds * 1_000);
const memberOf = (personId: string): Membership => ({
  personId,
  accountId: 'acct_1',
  role: 'admin',
  joinedAt: '',
});

/** Returns a call that tests an alert by mail to one person, and the deliveries that it requested. */
function prepare(given: Partial<TestAlertDependencies> = {}) {
  const alert: Alert = {
    alertId: 'alert_1',
    accountId: 'acct_1',
    name: 'Team',
    sites: 'all',
    events: ['issues.new'],
    impact: 'serious',
    branches: 'main',
    channel: { kind: 'mail', people: ['person_1'] },
    delivery: { every: 'event' },
    setBy: { personId: 'person_1' },
    createdAt: '',
    updatedAt: '',
  };
  const written = new Set<string>();
  const sent: Delivery[] = [];
  const dependencies: TestAlertDependencies = {
    mail: 'on',
    findAlert: async () => alert,
    findAccount: async () => ({ cursorSecret: '' }),
    findPerson: async (personId) => ({ personId, name: 'Ada', email: 'ada@example.com', createdAt: '' }),
    findMembership: async (personId) => memberOf(personId),
    findInvitation: async () => undefined,
    findStoppedAddress: async () => undefined,
    ensureMailSettings: async (member) => ({ ...member, alerts: true, digests: true, secret: '' }),
    readOrigin: async () => 'https://scans.example.com',
    insertDelivery: async ({ deliveryId }) => {
      const isNew = !written.has(deliveryId);
      written.add(deliveryId);
      return isNew;
    },
    sendDelivery: async (delivery) => {
      sent.push(delivery);
    },
    ...given,
  };
  const principal = { kind: 'member' as const, ...memberOf('person_1'), name: 'Ada', email: '' };
  const test = (now: Date) =>
    testAlert(dependencies, { principal, requestId: 'r', now, alertId: 'alert_1' } as never);
  return { test, sent };
}

it('a second test within a minute sends nothing, and says so', async () => {
  const { test, sent } = prepare();
  expect([await test(begin), await test(later(59)), await test(later(60))]).toEqual([1, 0, 1]);
  expect(sent).toHaveLength(2);
});

it.each<[string, Partial<TestAlertDependencies>]>([
  [
    'switched mails of alerts off',
    {
      ensureMailSettings: async (member) => ({ ...member, alerts: false, digests: true, secret: '' }),
    },
  ],
  [
    'has an address that refuses mail',
    {
      findStoppedAddress: async (email) => ({ email, reason: 'bounce', stoppedAt: '' }) as never,
    },
  ],
  ['belongs to a service without a sender', { mail: 'off' }],
])('a person who %s does not count, and gets nothing', async (_, given) => {
  const { test, sent } = prepare(given);
  expect(await test(begin)).toBe(0);
  expect(sent).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAlert, insertAlert } from '../../../adapters/dynamodb/alerts.ts';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { releaseTarget, takeTarget } from '../../../adapters/dynamodb/delivery-targets.ts';
import { setMailKinds } from '../../../adapters/dynamodb/mail-settings.ts';
import { openSealing, unsealText } from '../../../adapters/sealing/sealing.ts';
import { ALERTS_MAX, createAlertId } from '../../../core/alerts/alert.ts';
import { startParameters, type TestParameters } from '../../support/parameters.ts';
import { listDeliveries } from '../../support/reported-messages.ts';
import { type Answer, type Api, startApi, type TestPerson } from './harness.ts';

const ORIGIN = 'https://dashboard.example.com';
const SLACK = 'https://hooks.slack.com/services/T000/B000/SECRETXX';

let api: Api;
let parameters: TestParameters;

beforeAll(async () => {
  parameters = await startParameters();
  parameters.setSignIn(ORIGIN);
  api = await startApi({
    AWS_ENDPOINT_URL_SSM: parameters.endpoint,
    SIGN_IN_PARAMETER: 'sign-in',
    SCAN_LOOPBACK_PORTS: '8099',
    MAIL_SENDER: 'a@example.com',
  });
});
afterAll(async () => {
  await Promise.all([api?.stop(), parameters?.stop()]);
});

const codeOf = ({ status, json }: Answer) => [status, json?.code];

async function start() {
  const accountId = await api.account();
  const ada = await api.member(accountId, 'admin', { name: 'Ada' });
  const mail = { kind: 'mail', people: [ada.personId] };
  return { accountId, ada, mail };
}

const create = (by: TestPerson, body: object) => by.call('POST', '/alerts', { body });

async function createSite(by: TestPerson): Promise<string> {
  const body = { name: 'Shop', url: 'https://shop.example.com/' };
  return (await by.call('POST', '/sites', { body })).json.id;
}

describe('an alert', () => {
  it('is created with defaults, listed, changed and deleted, and each change is in the audit log', async () => {
    const { accountId, ada, mail } = await start();
    const created = await create(ada, { name: 'New problems', channel: mail });
    expect(created.status).toBe(201);
    const { id: alertId } = created.json;
    expect(created.headers.get('Location')).toBe(`/api/v1/alerts/${alertId}`);
    expect(created.json).toMatchObject({
      sites: 'all',
      events: ['issues.new', 'issues.regressed', 'site.unreachable', 'schedule.paused'],
      impact: 'serious',
      branches: 'main',
      channel: { kind: 'mail', people: [{ personId: ada.personId, name: 'Ada' }] },
      delivery: { every: 'event' },
      nextDigestAt: null,
      state: 'active',
    });
    expect((await ada.call('GET', '/alerts')).json).toEqual({ items: [created.json] });
    const delivery = { every: 'week', on: ['monday'], at: '08:00', timeZone: 'Europe/Berlin' };
    const changed = await ada.call('PATCH', `/alerts/${alertId}`, { body: { delivery } });
    expect(changed.json).toMatchObject({ name: 'New problems', delivery });
    expect(new Date(changed.json.nextDigestAt).getUTCDay()).toBe(1);
    expect((await ada.call('GET', `/alerts/${alertId}`)).json).toEqual(changed.json);
    expect((await ada.call('DELETE', `/alerts/${alertId}`)).status).toBe(204);
    expect(codeOf(await ada.call('DELETE', `/alerts/${alertId}`))).toEqual([404, 'alert-not-found']);
    expect((await ada.call('GET', '/alerts')).json).toEqual({ items: [] });
    const log = await Array.fromAsync(readAuditLog(api.tables.store, accountId));
    const entries = log
      .filter(({ target }) => target === alertId)
      .map(({ action, detail }) => [action, detail]);
    expect(entries.sort()).toEqual([
      ['alert.changed', { changed: ['delivery'] }],
      ['alert.created', undefined],
      ['alert.deleted', undefined],
    ]);
  });

  it('stores the URL of Slack encrypted, and no response shows it', async () => {
    const { accountId, ada } = await start();
    const created = await create(ada, { name: 'Team', channel: { kind: 'slack', url: SLACK } });
    const { id: alertId } = created.json;
    const listed = await ada.call('GET', '/alerts');
    expect(created.text + listed.text).not.toContain('SECRETXX');
    expect(created.json.channel).toEqual({ kind: 'slack' });
    const stored = await findAlert(api.tables.store, alertId);
    expect(JSON.stringify(stored)).not.toContain('SECRETXX');
    if (stored?.channel.kind !== 'slack') return expect.unreachable();
    const sealing = openSealing(process.env.CREDENTIALS_KEY_ARN ?? '');
    expect(await unsealText(sealing, stored.channel.url, { accountId, itemId: alertId })).toBe(SLACK);
    sealing.kms.destroy();
  });

  it.each<[string, object, string]>([
    ['a site that does not exist', { sites: { ids: ['site_01k6zq3v5e8m2n4p6r7s9t0w1x'] } }, 'sites.ids[0]'],
    [
      'a stranger',
      { channel: { kind: 'mail', people: ['person_01k6zq1v5e8m2n4p6r7s9t0w1y'] } },
      'channel.people[0]',
    ],
    ['a URL elsewhere', { channel: { kind: 'slack', url: 'https://evil.example/x' } }, 'channel.url'],
    [
      'a port that is not allowed',
      { channel: { kind: 'slack', url: 'http://127.0.0.1:1/x' } },
      'channel.url',
    ],
    ['an event of the account', { events: ['key.expiring'] }, 'events[0]'],
    ['no event', { events: [] }, 'events'],
    [
      'a time that does not exist',
      { delivery: { every: 'day', at: '25:00', timeZone: 'UTC' } },
      'delivery.at',
    ],
  ])('is refused with %s', async (_, given, path) => {
    const { ada, mail } = await start();
    const answer = await create(ada, { name: 'Wrong', channel: mail, ...given });
    expect(codeOf(answer)).toEqual([422, 'invalid-request']);
    expect(answer.json.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  it('can be sent to a port of this machine that is allowed', async () => {
    const { ada } = await start();
    const channel = { kind: 'slack', url: 'http://127.0.0.1:8099/slack' };
    expect((await create(ada, { name: 'Local', channel })).status).toBe(201);
  });

  it('cannot be created by viewers and keys, nor beyond the limit of the account', async () => {
    const { accountId, ada, mail } = await start();
    const viewer = await api.member(accountId, 'viewer');
    expect(codeOf(await create(viewer, { name: 'No', channel: mail }))).toEqual([403, 'role-too-small']);
    const key = await api.key(accountId);
    expect(codeOf(await key.call('GET', '/alerts'))).toEqual([403, 'people-only']);
    const { json } = await create(ada, { name: 'First', channel: mail });
    const first = (await findAlert(api.tables.store, json.id)) ?? expect.unreachable();
    const by = { accountId, actor: 'person:test', requestId: 'r' };
    for (let count = 1; count < ALERTS_MAX; count++) {
      const alert = { ...first, alertId: createAlertId(new Date()) };
      expect(await insertAlert(api.tables.store, alert, { by, now: new Date() })).toBe('created');
    }
    expect(codeOf(await create(ada, { name: 'Too many', channel: mail }))).toEqual([409, 'alerts-limit']);
    expect((await ada.call('DELETE', `/alerts/${json.id}`)).status).toBe(204);
    expect((await create(ada, { name: 'Again', channel: mail })).status).toBe(201);
  });

  it('of others is hidden from a manager who is limited to sites, who may name only these sites', async () => {
    const { accountId, ada, mail } = await start();
    const [mine, other] = [await createSite(ada), await createSite(ada)];
    const { json } = await create(ada, { name: 'All', channel: mail, sites: { ids: [other] } });
    const bob = await api.member(accountId, 'manager', { siteIds: [mine] });
    const own = { kind: 'mail', people: [bob.personId] };
    expect((await bob.call('GET', '/alerts')).json.items).toEqual([]);
    for (const method of ['GET', 'DELETE'])
      expect(codeOf(await bob.call(method, `/alerts/${json.id}`))).toEqual([404, 'alert-not-found']);
    const wide = { name: 'Wide', channel: own, sites: { ids: [mine, other] } };
    expect(codeOf(await create(bob, wide))).toEqual([403, 'grant-too-large']);
    expect((await create(bob, { ...wide, sites: { ids: [mine] } })).status).toBe(201);
    expect((await bob.call('GET', '/alerts')).json.items).toHaveLength(1);
    expect((await ada.call('GET', '/alerts')).json.items).toHaveLength(2);
    const foreign = await start();
    expect(codeOf(await foreign.ada.call('GET', `/alerts/${json.id}`))).toEqual([404, 'alert-not-found']);
  });

  it('shows since when its channel in Slack fails, until another URL is set', async () => {
    const { ada } = await start();
    const { json } = await create(ada, { name: 'Team', channel: { kind: 'slack', url: SLACK } });
    expect(json.failingSince).toBeNull();
    const { store } = api.tables;
    const failingSince = '2026-03-02T09:30:00.000Z';
    await takeTarget(store, json.id, { holder: 'h', deliveryId: 'd' }, new Date());
    await releaseTarget(store, json.id, 'h', { failingSince, failures: 1, isSlow: false });
    const read = async () => (await ada.call('GET', `/alerts/${json.id}`)).json.failingSince;
    expect(await read()).toBe(failingSince);
    await ada.call('PATCH', `/alerts/${json.id}`, { body: { name: 'Renamed' } });
    expect(await read()).toBe(failingSince);
    const channel = { kind: 'slack', url: `${SLACK}YY` };
    const changed = await ada.call('PATCH', `/alerts/${json.id}`, { body: { channel } });
    expect(changed.json.failingSince).toBeNull();
  });

  it('lets its channel in Slack hear of no more sites when another member saves it without another URL', async () => {
    const { accountId, ada } = await start();
    const site = await createSite(ada);
    const bob = await api.member(accountId, 'manager', { name: 'Bob', siteIds: [site] });
    const { json } = await create(bob, { name: 'Team', channel: { kind: 'slack', url: SLACK } });
    const renamed = await ada.call('PATCH', `/alerts/${json.id}`, { body: { name: 'Renamed' } });
    expect(renamed.json.setBy).toMatchObject({ personId: bob.personId });
    const body = { channel: { kind: 'slack', url: `${SLACK}YY` } };
    const taken = await ada.call('PATCH', `/alerts/${json.id}`, { body });
    expect(taken.json.setBy).toMatchObject({ personId: ada.personId });
  });

  it('shows that its author is gone, and goes on when another member changes it', async () => {
    const { accountId, ada } = await start();
    const bob = await api.member(accountId, 'manager', { name: 'Bob' });
    const { json } = await create(bob, { name: 'Team', channel: { kind: 'slack', url: SLACK } });
    const test = () => ada.call('POST', `/alerts/${json.id}/test`);
    expect((await test()).json).toEqual({ recipients: 1 });
    expect((await ada.call('DELETE', `/members/${bob.personId}`)).status).toBe(200);
    const shown = await ada.call('GET', `/alerts/${json.id}`);
    expect(shown.json).toMatchObject({ state: 'author-gone', setBy: { personId: bob.personId, name: null } });
    expect((await test()).json).toEqual({ recipients: 0 });
    const changed = await ada.call('PATCH', `/alerts/${json.id}`, { body: { name: 'Team' } });
    expect(changed.json).toMatchObject({ state: 'active', setBy: { name: 'Ada' } });
  });
});

describe('a test of an alert', () => {
  it('sends one message to each person, and none to one who left', async () => {
    const { accountId, ada } = await start();
    const bob = await api.member(accountId, 'viewer');
    const channel = { kind: 'mail', people: [ada.personId, bob.personId] };
    const { json } = await create(ada, { name: 'Team', channel });
    const test = () => ada.call('POST', `/alerts/${json.id}/test`);
    expect((await test()).json).toEqual({ recipients: 2 });
    const deliveries = await listDeliveries(api.tables.store, accountId);
    expect(deliveries).toHaveLength(2);
    const messages = deliveries.flatMap((delivery) =>
      delivery.content.kind === 'message' ? [delivery.content.message] : [],
    );
    expect(messages.map(({ settings }) => settings?.url).sort()).toEqual([
      `${ORIGIN}/settings/alerts/${json.id}?account=${accountId}`,
      `${ORIGIN}/settings/notifications?account=${accountId}`,
    ]);
    expect(messages[0]?.title).toBe('Test: Team');
    expect(api.aws.isWaiting('mails')).toBe(true);
  });

  it('does not count a person who left or switched mails off', async () => {
    const { accountId, ada, mail } = await start();
    const bob = await api.member(accountId, 'viewer');
    const channel = { kind: 'mail', people: [ada.personId, bob.personId] };
    const { json } = await create(ada, { name: 'Team', channel });
    expect((await ada.call('DELETE', `/members/${bob.personId}`)).status).toBe(200);
    expect((await ada.call('POST', `/alerts/${json.id}/test`)).json).toEqual({ recipients: 1 });
    await setMailKinds(api.tables.store, { personId: ada.personId, accountId }, { alerts: false });
    const other = await create(ada, { name: 'Other', channel: mail });
    expect((await ada.call('POST', `/alerts/${other.json.id}/test`)).json).toEqual({ recipients: 0 });
  });
});

describe('a preview', () => {
  it('is empty for a site that was never scanned, and refused for one that does not exist', async () => {
    const { ada } = await start();
    const siteId = await createSite(ada);
    expect((await ada.call('POST', '/alerts/preview', { body: { siteId } })).json).toEqual({
      scanId: null,
      messages: [],
    });
    const body = { siteId: 'site_01k6zq3v5e8m2n4p6r7s9t0w1x' };
    expect(codeOf(await ada.call('POST', '/alerts/preview', { body }))).toEqual([404, 'site-not-found']);
  });
});

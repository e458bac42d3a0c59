import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { listDue } from '../../../adapters/dynamodb/due.ts';
import type { Delivery } from '../../../core/alerts/delivery.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import type { Answer } from '../api/harness.ts';
import { type Deliveries, ORIGIN, SLOW, startDeliveries } from './harness.ts';

let deliveries: Deliveries;
let receiver: Receiver;

beforeAll(async () => {
  deliveries = await startDeliveries();
});
afterAll(() => deliveries?.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.stop();
});

const HOUR_MS = 3_600_000;

/** An account with a key that manages webhooks, and an endpoint at the receiver. */
async function createEndpoint(body: object = {}) {
  const { api } = deliveries;
  const accountId = await api.account();
  const expiresAt = new Date(Date.now() + 30 * 24 * HOUR_MS).toISOString();
  const key = await api.key(accountId, { role: 'admin', name: 'Terraform', expiresAt });
  const created = await key.call('POST', '/webhooks', {
    body: { url: `${receiver.url}/hook?a=1`, events: ['issues.new'], ...body },
  });
  expect(created.status, created.text).toBe(201);
  const { id, secret } = created.json as { id: string; secret: string };
  const channel = { kind: 'webhook' as const, webhookId: id };
  const dispatch = () => deliveries.dispatch(accountId, channel);
  const path = `/webhooks/${id}`;
  return { accountId, key, id, secret, path, channel, dispatch, created: created.json };
}

const outcome = ({ status, json }: Answer) => [status, json?.code ?? json?.state];
const fault = ({ status, json }: Answer) => [status, json.errors?.[0]?.path];
const moveClock = (ms: number) => vi.setSystemTime(Date.now() + ms);
const fakeClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const messageOf = ({ accountId, deliveryId, correlationId }: Delivery) => ({
  accountId,
  deliveryId,
  correlationId,
});

const actionsAbout = async (accountId: string, id: string) =>
  (await Array.fromAsync(readAuditLog(deliveries.api.tables.store, accountId)))
    .filter(({ target }) => target === id)
    .map(({ action }) => action);
const countOutbox = async () =>
  (await listDue(deliveries.api.tables.store, new Date(Date.now() + 1_000))).filter(
    ({ kind }) => kind === 'outbox',
  ).length;

describe('endpoints of webhooks', () => {
  it('are created, listed, changed and deleted, with an audit entry and an outbox entry for each change', async () => {
    const before = await countOutbox();
    const { accountId, key, id, path, created } = await createEndpoint({ description: 'Tickets' });
    expect(created).toMatchObject({
      url: `${receiver.url}/hook?a=1`,
      events: ['issues.new'],
      sites: null,
      description: 'Tickets',
      state: 'active',
      disabled: null,
      failingSince: null,
      createdBy: { keyId: key.record.keyId, name: 'Terraform' },
    });
    expect(created).toHaveProperty('secret', expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/));
    const { secret: _secret, ...view } = created as unknown as Record<string, unknown>;
    expect((await key.call('GET', path)).json).toEqual(view);
    expect((await key.call('GET', '/webhooks')).json).toEqual({ items: [view], nextCursor: null });
    const changed = await key.call('PATCH', path, { body: { events: ['gate.failed'], state: 'disabled' } });
    expect(changed.json).toMatchObject({
      events: ['gate.failed'],
      state: 'disabled',
      disabled: { reason: 'on-request' },
    });
    expect((await key.call('PATCH', path, { body: { state: 'active' } })).json.state).toBe('active');
    // Created, disabled, enabled.
    expect((await countOutbox()) - before).toBe(3);
    expect((await key.call('PATCH', path, { body: { state: 'active' } })).status).toBe(200);
    expect((await countOutbox()) - before).toBe(3);
    expect((await key.call('DELETE', path)).status).toBe(204);
    expect(outcome(await key.call('DELETE', path))).toEqual([404, 'webhook-not-found']);
    expect(await actionsAbout(accountId, id)).toEqual([
      'webhook.deleted',
      'webhook.changed',
      'webhook.disabled',
      'webhook.created',
    ]);
  });

  it.each<[string, string]>([
    ['no TLS', 'http://hooks.example/'],
    ['credentials', 'https://user:secret@hooks.example/'],
    ['a private address', 'https://10.0.0.1/'],
    ['the metadata service', 'https://169.254.169.254/latest'],
    ['the metadata service in IPv6', 'https://[fd00:ec2::254]/'],
    ['an address in decimal', 'https://2852039166/'],
    ['another port', 'https://93.184.215.14:22/'],
    ['a host of the service', 'https://api.example.test/hook'],
    ['the host of the dashboard', `${ORIGIN}/hook`],
    ['no URL', 'hooks'],
    ['a line break', 'https://hooks.example/\r\nX-A: b'],
    ['a name that does not resolve', 'https://nothing.invalid/'],
  ])('are refused with %s', async (_, url) => {
    const { key, path } = await createEndpoint();
    const body = { url, events: ['issues.new'] };
    expect(fault(await key.call('POST', '/webhooks', { body }))).toEqual([422, 'url']);
    expect(fault(await key.call('PATCH', path, { body: { url } }))).toEqual([422, 'url']);
  });

  it.each<[string, object, string]>([
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['issues.old'] }, 'events[0]'],
    ['an event twice', { events: ['issues.new', 'issues.new'] }, 'events'],
    ['a site of another account', { sites: [`site_${'0'.repeat(26)}`] }, 'sites[0]'],
  ])('are refused with %s', async (_, member, at) => {
    const { key } = await createEndpoint();
    const body = { url: receiver.url, events: ['issues.new'], ...member };
    expect(fault(await key.call('POST', '/webhooks', { body }))).toEqual([422, at]);
  });

  it('are refused if they could get no event: of sites, but about the account', async () => {
    const { key, path } = await createEndpoint();
    const site = { name: 'Shop', url: 'https://shop.example/' };
    const sites = [(await key.call('POST', '/sites', { body: site })).json.id];
    const body = { url: receiver.url, events: ['key.expiring'], sites };
    expect(fault(await key.call('POST', '/webhooks', { body }))).toEqual([422, 'events']);
    await key.call('PATCH', path, { body: { sites } });
    expect(fault(await key.call('PATCH', path, { body: { events: ['key.expiring'] } }))).toEqual([
      422,
      'events',
    ]);
    const both = { events: ['key.expiring', 'issues.new'] };
    expect((await key.call('PATCH', path, { body: both })).status).toBe(200);
  });

  it('are for administrators of the account, and of the sites of the endpoint', async () => {
    const { accountId, path, id } = await createEndpoint();
    const { api } = deliveries;
    const manager = await api.key(accountId, { role: 'manager' });
    expect(outcome(await manager.call('GET', path))).toEqual([403, 'role-too-small']);
    const stranger = await api.key(await api.account());
    expect(outcome(await stranger.call('GET', path))).toEqual([404, 'webhook-not-found']);
    expect(outcome(await stranger.call('POST', `/webhooks/${id}/test`))).toEqual([404, 'webhook-not-found']);
    const admin = await api.key(accountId);
    const site = await admin.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example/' } });
    const siteIds = [site.json.id as string];
    const limited = await api.key(accountId, { siteIds });
    const body = { url: receiver.url, events: ['issues.new'] };
    expect(outcome(await limited.call('POST', '/webhooks', { body }))).toEqual([403, 'grant-too-large']);
    const own = await limited.call('POST', '/webhooks', { body: { ...body, sites: siteIds } });
    expect(own.status).toBe(201);
    expect(outcome(await limited.call('GET', path))).toEqual([404, 'webhook-not-found']);
    const widened = await limited.call('PATCH', `/webhooks/${own.json.id}`, { body: { sites: null } });
    expect(outcome(widened)).toEqual([403, 'grant-too-large']);
    const { items } = (await limited.call('GET', '/webhooks')).json;
    expect(items.map((each: { id: string }) => each.id)).toEqual([own.json.id]);
  });

  it('keep what they got before they were limited to sites from callers who are limited to these', async () => {
    const { accountId, key, path, dispatch } = await createEndpoint();
    const { deliveryId } = await dispatch();
    const site = await key.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example/' } });
    const siteIds = [site.json.id as string];
    await key.call('PATCH', path, { body: { sites: siteIds } });
    const limited = await deliveries.api.key(accountId, { siteIds });
    expect((await limited.call('GET', `${path}/deliveries`)).json.items).toEqual([]);
    for (const [method, to] of [
      ['GET', ''],
      ['POST', '/redeliver'],
    ] as const)
      expect(outcome(await limited.call(method, `${path}/deliveries/${deliveryId}${to}`))).toEqual([
        404,
        'delivery-not-found',
      ]);
    expect((await key.call('GET', `${path}/deliveries`)).json.items).toHaveLength(1);
  });

  it('need a recent sign-in of people, and refuse to repeat a response with a secret', async () => {
    const { accountId, key, path } = await createEndpoint();
    const body = { url: receiver.url, events: ['issues.new'] };
    const old = new Date(Date.now() - HOUR_MS).toISOString();
    const person = await deliveries.api.member(accountId, 'admin', { session: { signedInAt: old } });
    expect(outcome(await person.call('POST', '/webhooks', { body }))).toEqual([403, 'sign-in-too-old']);
    const headers = { 'Idempotency-Key': 'k' };
    for (const [method, at, sent] of [
      ['POST', '/webhooks', body],
      ['PATCH', path, { state: 'active' }],
      ['POST', `${path}/rotate-secret`, undefined],
    ] as const) {
      expect(fault(await key.call(method, at, { body: sent, headers }))).toEqual([
        422,
        'header.Idempotency-Key',
      ]);
    }
  });

  it('are limited for each account', async () => {
    const { key } = await createEndpoint();
    const body = { url: receiver.url, events: ['issues.new'] };
    for (let count = 1; count < 50; count++) {
      expect((await key.call('POST', '/webhooks', { body })).status).toBe(201);
    }
    expect(outcome(await key.call('POST', '/webhooks', { body }))).toEqual([409, 'webhooks-limit']);
    const { items, nextCursor } = (await key.call('GET', '/webhooks?limit=1')).json;
    const rest = await key.call('GET', `/webhooks?limit=100&cursor=${encodeURIComponent(nextCursor)}`);
    expect([items.length, rest.json.items.length, rest.json.nextCursor]).toEqual([1, 49, null]);
    await key.call('DELETE', `/webhooks/${items[0].id}`);
    expect((await key.call('POST', '/webhooks', { body })).status).toBe(201);
  });

  it('are listed when the key that created them is revoked', async () => {
    const { accountId, key, id } = await createEndpoint();
    const admin = await deliveries.api.member(accountId);
    const { json } = await admin.call('POST', `/api-keys/${key.record.keyId}/revoke`);
    expect(json).toMatchObject({ status: 'revoked', webhooks: [{ id, url: `${receiver.url}/hook?a=1` }] });
  });
});

describe('a delivery', () => {
  it('is signed so that an independent package verifies it, and is sent exactly as it was stored', async () => {
    const { accountId, key, path, secret, channel } = await createEndpoint();
    const body = '{"type":"issues.new","data":{"name":"a\\u0000\\r\\nX-Evil: 1 \u202e ü 😀"}}';
    const { deliveryId, content } = await deliveries.dispatch(accountId, channel, { body } as never);
    await deliveries.drain();
    const [request] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    expect(request).toMatchObject({ method: 'POST', path: '/hook?a=1', body });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': content.eventId,
    });
    expect(request?.headers).not.toHaveProperty('x-evil');
    const headers = request?.headers as Record<string, string>;
    expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
    const { json } = await key.call('GET', `${path}/deliveries/${deliveryId}`);
    expect(json).toMatchObject({
      state: 'delivered',
      attemptCount: 1,
      nextAttemptAt: null,
      body,
      attempts: [
        { status: 204, failure: null, requestHeaders: { 'webhook-signature': headers['webhook-signature'] } },
      ],
    });
  });

  it('does not verify once it is replayed later, or with another body or secret', async () => {
    const { secret, dispatch } = await createEndpoint();
    const other = await createEndpoint();
    await dispatch();
    await deliveries.drain();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const given = headers as Record<string, string>;
    expect(() => new Verifier(secret).verify(body, given)).not.toThrow();
    expect(() => new Verifier(secret).verify(`${body} `, given)).toThrow('signature');
    expect(() => new Verifier(other.secret).verify(body, given)).toThrow('signature');
    fakeClock();
    moveClock(6 * 60_000);
    expect(() => new Verifier(secret).verify(body, given)).toThrow('timestamp');
    const fresh = { ...given, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    expect(() => new Verifier(secret).verify(body, fresh)).toThrow('signature');
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const { accountId, key, id, path, secret, dispatch } = await createEndpoint();
    const rotated = await key.call('POST', `${path}/rotate-secret`);
    expect(rotated.json.secret).not.toBe(secret);
    expect(rotated.json.previousSecretUntil).not.toBeNull();
    const verifies = (by: string) => {
      const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
      try {
        return new Verifier(by).verify(body, headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      }
    };
    await dispatch();
    await deliveries.drain();
    expect([verifies(secret), verifies(rotated.json.secret)]).toEqual([true, true]);
    fakeClock();
    moveClock(24 * HOUR_MS);
    const { deliveryId, ...late } = await dispatch();
    await deliveries.deliver([messageOf({ deliveryId, ...late })]);
    expect([verifies(secret), verifies(rotated.json.secret)]).toEqual([false, true]);
    expect(await actionsAbout(accountId, id)).toContain('webhook.secret-rotated');
  });

  it('is attempted again with the same id, later each time, and then given up', async () => {
    const { key, path, dispatch } = await createEndpoint();
    receiver.answer = (response) => response.writeHead(500).end('broken \u001b[31m');
    const { deliveryId } = await dispatch();
    fakeClock();
    await deliveries.drain();
    const pauses: number[] = [];
    for (let delivery = await deliveries.read(deliveryId); delivery.state === 'pending'; ) {
      const pause = Date.parse(delivery.nextAttemptAt ?? '') - Date.now();
      pauses.push(pause / 1_000);
      moveClock(pause);
      await deliveries.deliver([messageOf(delivery)]);
      delivery = await deliveries.read(deliveryId);
    }
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(pauses).toHaveLength(planned.length);
    for (const [at, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThan(0.79 * (planned[at] ?? 0) - 2);
      expect(pause).toBeLessThan(1.21 * (planned[at] ?? 0) + 2);
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    const { json } = await key.call('GET', `${path}/deliveries/${deliveryId}`);
    expect(json).toMatchObject({ state: 'failed', attemptCount: 10 });
    expect(json.attempts[0]).toMatchObject({
      status: 500,
      failure: 'The endpoint answered with status 500.',
      response: 'broken [U+001B][31m',
    });
    expect((await key.call('GET', path)).json.failingSince).not.toBeNull();
    // It is not disabled: the ten attempts lasted for three days.
    expect((await key.call('GET', path)).json.state).toBe('active');

    receiver.answer = (response) => response.writeHead(200).end();
    const again = await key.call('POST', `${path}/deliveries/${deliveryId}/redeliver`);
    expect(outcome(again)).toEqual([202, 'pending']);
    await deliveries.drain();
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(again.json.eventId);
    expect((await deliveries.read(deliveryId)).state).toBe('delivered');
    expect((await key.call('GET', path)).json.failingSince).toBeNull();
  });

  it('waits as long as the endpoint asks for', async () => {
    const { dispatch } = await createEndpoint();
    receiver.answer = (response) => response.writeHead(429, { 'Retry-After': '120' }).end();
    const { deliveryId } = await dispatch();
    await deliveries.drain();
    const { nextAttemptAt = '', attempts } = await deliveries.read(deliveryId);
    const [{ at = '' } = {}] = attempts;
    expect(Date.parse(nextAttemptAt) - Date.parse(at)).toBeGreaterThanOrEqual(120_000);
  });

  it('disables an endpoint that is gone, and can be repeated once it is enabled', async () => {
    const { accountId, key, id, path, dispatch } = await createEndpoint();
    receiver.answer = (response) => response.writeHead(410).end();
    const before = await countOutbox();
    const first = await dispatch();
    const second = await dispatch();
    await deliveries.drain();
    expect(receiver.received).toHaveLength(1);
    expect((await key.call('GET', path)).json).toMatchObject({
      state: 'disabled',
      disabled: { reason: 'gone' },
    });
    expect((await countOutbox()) - before).toBe(1);
    expect(await actionsAbout(accountId, id)).toContain('webhook.disabled');
    expect((await deliveries.read(first.deliveryId)).state).toBe('failed');
    expect((await deliveries.read(second.deliveryId)).state).toBe('dropped');
    const redeliver = () => key.call('POST', `${path}/deliveries/${second.deliveryId}/redeliver`);
    expect(outcome(await redeliver())).toEqual([409, 'webhook-disabled']);
    expect(outcome(await key.call('POST', `${path}/test`))).toEqual([409, 'webhook-disabled']);
    receiver.answer = (response) => response.writeHead(200).end();
    await key.call('PATCH', path, { body: { state: 'active' } });
    expect(outcome(await redeliver())).toEqual([202, 'pending']);
    await deliveries.drain();
    expect((await deliveries.read(second.deliveryId)).state).toBe('delivered');
  });

  it('disables an endpoint at which every attempt failed for five days', async () => {
    const { key, path, dispatch } = await createEndpoint();
    receiver.answer = (response) => response.writeHead(503).end();
    fakeClock();
    for (let day = 0; day <= 5; day++) {
      for (let count = 0; count < 2; count++) await deliveries.deliver([messageOf(await dispatch())]);
      expect((await key.call('GET', path)).json.state, `day ${day}`).toBe(day < 5 ? 'active' : 'disabled');
      moveClock(24 * HOUR_MS);
    }
    expect((await key.call('GET', path)).json.disabled.reason).toBe('failing');
    await key.call('PATCH', path, { body: { state: 'active' } });
    await deliveries.deliver([messageOf(await dispatch())]);
    expect((await key.call('GET', path)).json.state).toBe('active');
  });

  it('is dropped if its endpoint is deleted', async () => {
    const { key, path, dispatch } = await createEndpoint();
    const { deliveryId } = await dispatch();
    await key.call('DELETE', path);
    await deliveries.drain();
    expect(receiver.received).toEqual([]);
    expect((await deliveries.read(deliveryId)).state).toBe('dropped');
  });

  it('is one of a test, which says so', async () => {
    const { key, path } = await createEndpoint();
    const { status, json } = await key.call('POST', `${path}/test`);
    expect([status, json.type]).toEqual([202, 'webhook.test']);
    await deliveries.drain();
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' });
  });

  it('is listed with filters', async () => {
    const { accountId, key, path, channel } = await createEndpoint();
    const first = await deliveries.dispatch(accountId, channel);
    await deliveries.drain();
    const second = await deliveries.dispatch(accountId, channel, { type: 'gate.failed' });
    const list = async (query: string) =>
      (await key.call('GET', `${path}/deliveries?${query}`)).json.items.map(({ id }: { id: string }) => id);
    expect(await list('')).toEqual([second.deliveryId, first.deliveryId]);
    expect(await list('state=delivered')).toEqual([first.deliveryId]);
    expect(await list('type=gate.failed')).toEqual([second.deliveryId]);
    expect(await list(`from=${second.createdAt}`)).toEqual([second.deliveryId]);
    expect(await list(`to=${second.createdAt}`)).toEqual([first.deliveryId]);
    const page = await key.call('GET', `${path}/deliveries?limit=1`);
    expect(await list(`limit=1&cursor=${encodeURIComponent(page.json.nextCursor)}`)).toEqual([
      first.deliveryId,
    ]);
    const foreign = await createEndpoint();
    const taken = await foreign.key.call('GET', `${foreign.path}/deliveries/${first.deliveryId}`);
    expect(outcome(taken)).toEqual([404, 'delivery-not-found']);
    await deliveries.drain();
  });
});

describe('the requests to one endpoint', () => {
  it('are sent one at a time, in the order of their events, however the messages arrive', async () => {
    const { dispatch } = await createEndpoint();
    let open = 0;
    let most = 0;
    receiver.answer = (response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(200).end();
      }, 20);
    };
    const sent: Delivery[] = [];
    for (let count = 0; count < 12; count++) sent.push(await dispatch());
    // All messages in one batch, in another order, while they also wait in the queue.
    await deliveries.deliver(sent.toReversed().map(messageOf));
    await deliveries.drain();
    expect(most).toBe(1);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      sent.map(({ content }) => content.eventId),
    );
  });
});

describe('an endpoint that attacks', () => {
  it('is not reached if its host has a private address at the second attempt', async () => {
    const url = `http://hooks.localhost:${receiver.port}/`;
    const { dispatch } = await createEndpoint({ url });
    receiver.answer = (response) => response.writeHead(500).end();
    const first = await dispatch();
    await deliveries.drain();
    expect(receiver.received).toHaveLength(1);
    for (const address of ['169.254.169.254', '10.0.0.1', '100.64.0.1']) {
      deliveries.resolveTo([{ address, family: 4 }]);
      const { deliveryId, ...delivery } = await dispatch();
      await deliveries.deliver([messageOf({ deliveryId, ...delivery })]);
      expect((await deliveries.read(deliveryId)).attempts[0]).toMatchObject({
        status: null,
        failure: 'The URL of the endpoint is at an address that this service may not open.',
      });
    }
    // One refused address among others refuses the host.
    deliveries.resolveTo([
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]);
    fakeClock();
    moveClock(HOUR_MS);
    await deliveries.deliver([messageOf(first)]);
    expect(receiver.received).toHaveLength(1);
    deliveries.resolveTo([{ address: '127.0.0.1', family: 4 }]);
  });

  it('cannot hold a request for longer than its time, with neither headers nor a body that ends', async () => {
    const silent = await createEndpoint();
    const slow = await createEndpoint({ url: `${receiver.url}/slow` });
    const timers: NodeJS.Timeout[] = [];
    receiver.answer = (response, { path }) => {
      if (path !== '/slow') return;
      response.writeHead(200);
      timers.push(setInterval(() => response.write('x'), 50));
    };
    const [first, second] = [await silent.dispatch(), await slow.dispatch()];
    await deliveries.drain();
    for (const timer of timers) clearInterval(timer);
    expect((await deliveries.read(first.deliveryId)).attempts[0]).toMatchObject({
      status: null,
      failure: 'The URL of the endpoint took too long to answer.',
    });
    // It has accepted the event.
    expect((await deliveries.read(second.deliveryId)).state).toBe('delivered');
  });

  it('is not followed to another URL', async () => {
    const { dispatch } = await createEndpoint();
    receiver.answer = (response) => response.writeHead(307, { Location: `${receiver.url}/metadata` }).end();
    const { deliveryId } = await dispatch();
    await deliveries.drain();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook?a=1']);
    expect((await deliveries.read(deliveryId)).attempts[0]?.failure).toBe(
      'The endpoint answered with status 307; redirects are not followed.',
    );
  });

  it('cannot send an endless response', async () => {
    const { dispatch } = await createEndpoint();
    let written = 0;
    const stopped = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      response.writeHead(200, { 'Content-Length': String(2 ** 30) });
      response.on('close', () => stopped.resolve());
      const write = () => {
        while (!response.destroyed && written < 2 ** 30) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536, 'x'))) return void response.once('drain', write);
        }
      };
      write();
    };
    const { deliveryId } = await dispatch();
    await deliveries.drain();
    await stopped.promise;
    expect(written).toBeLessThan(2 ** 26);
    const { state, attempts } = await deliveries.read(deliveryId);
    expect(state).toBe('delivered');
    expect(attempts[0]?.response).toHaveLength(4_096);
  });

  it('gets its later deliveries by the queue of slow endpoints', async () => {
    const { dispatch } = await createEndpoint();
    receiver.answer = (response) => setTimeout(() => response.writeHead(200).end(), 3_100);
    await dispatch();
    await deliveries.drain();
    const { deliveryId, ...second } = await dispatch();
    receiver.answer = (response) => response.writeHead(200).end();
    await deliveries.deliver([messageOf({ deliveryId, ...second })]);
    expect(receiver.received).toHaveLength(1);
    expect(deliveries.api.aws.isWaiting(SLOW)).toBe(true);
    await deliveries.drain();
    expect(receiver.received).toHaveLength(2);
  });
});

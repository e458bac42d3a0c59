import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEvent, Context, SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findAccount } from '../../../adapters/dynamodb/access.ts';
import { findDelivery } from '../../../adapters/dynamodb/deliveries.ts';
import {
  deleteInvitation,
  findInvitation,
  readInvitationList,
  saveInvitation,
} from '../../../adapters/dynamodb/invitations.ts';
import { findMailSettings, setMailKinds } from '../../../adapters/dynamodb/mail-settings.ts';
import { removeMembership } from '../../../adapters/dynamodb/member-changes.ts';
import { findMembership } from '../../../adapters/dynamodb/memberships.ts';
import {
  findStoppedAddress,
  startAddress,
  stopAddress,
} from '../../../adapters/dynamodb/stopped-addresses.ts';
import { openSealing, sealText } from '../../../adapters/sealing/sealing.ts';
import type { Delivery } from '../../../core/alerts/delivery.ts';
import { createId } from '../../../core/ids.ts';
import { parseUnsubscribeToken } from '../../../core/mail/unsubscribe-token.ts';
import type { Membership } from '../../../core/people/membership.ts';
import { createHandler as createSendMail } from '../../../functions/send-mail/handler.ts';
import { createHandler as createUnsubscribe } from '../../../functions/unsubscribe/handler.ts';
import { createKms, type KmsStandIn } from '../../../local/stand-ins/kms.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';
import { type SesStandIn, startSes } from '../../../local/stand-ins/ses.ts';
import { inviteMember } from '../../../use-cases/invite-member.ts';
import { makeSite } from '../../support/fixtures.ts';
import {
  getHeader,
  insertMail,
  listMails as listMailsOf,
  type MailToDeliver,
  toMessage,
} from '../../support/mails.ts';
import { startParameters, type TestParameters } from '../../support/parameters.ts';
import { sampleMessages } from '../../support/sample-messages.ts';
import { addMember, signIn } from '../../support/sign-in.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

const ORIGIN = 'https://scans.example.com';
const KEY_ARN = 'arn:aws:kms:us-east-1:000000000000:key/test';

let tables: TestTables;
let ses: SesStandIn;
let kms: KmsStandIn;
let urls: { ses: string; kms: string };
let parameters: TestParameters;
let folder: string;
beforeAll(async () => {
  tables = await startTables();
  ses = await startSes();
  folder = await mkdtemp(join(tmpdir(), 'mail-'));
  kms = createKms(folder);
  kms.provideKey(KEY_ARN);
  urls = { ses: await listenOnLoopback(ses.server), kms: await listenOnLoopback(kms.server) };
  parameters = await startParameters();
  const signOut = { kind: 'oidc' };
  parameters.values.set(
    'sign-in',
    JSON.stringify({ origin: ORIGIN, issuer: 'https://id.example.com', clientId: 'one', signOut }),
  );
});
afterAll(async () => {
  await parameters?.stop();
  kms?.server.close();
  ses?.server.close();
  await ses?.stop();
  await tables?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', urls.ses);
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', parameters.endpoint);
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', urls.kms);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const listMails = (to: string) => listMailsOf(ses.viewerUrl, to);

const variables = (sender = 'scans@example.com') => ({
  TABLE_NAME: tables.store.table,
  MAIL_SENDER: sender,
  MAIL_CONFIGURATION_SET: 'a11y-scan-test',
  MAIL_REGION: '',
  CREDENTIALS_KEY_ARN: KEY_ARN,
  SIGN_IN_PARAMETER: 'sign-in',
});

/** Handles the message of a delivery as the queue would deliver it, and returns the delivery after that. */
async function send(delivery: Delivery, handler = createSendMail(variables())): Promise<Delivery> {
  const { deliveryId } = delivery;
  const body = JSON.stringify(toMessage(delivery));
  const attributes = { ApproximateReceiveCount: '1', SentTimestamp: String(Date.now()) };
  const eventSourceARN = 'arn:aws:sqs:eu-central-1:123456789012:mails';
  const Records = [{ messageId: 'one', body, attributes, eventSourceARN }];
  const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent, {} as Context);
  expect(batchItemFailures).toEqual([]);
  return (await findDelivery(tables.store, deliveryId)) as Delivery;
}

const deliver = (
  accountId: string,
  { to, alertId }: Pick<MailToDeliver, 'to' | 'alertId'>,
  type: MailToDeliver['type'] = 'issues.new',
  siteId: string | null = null,
) => insertMail(tables.store, { accountId, to, type, siteId, ...(alertId === null && { alertId }) });

/** Makes an account with a member. */
async function makeMember(siteIds?: string[]) {
  const { store } = tables;
  const { site, by } = await makeSite(store);
  const { accountId, siteId } = site;
  const person = await signIn(store);
  await addMember(store, person.personId, accountId, siteIds === undefined ? 'admin' : 'viewer', siteIds);
  return { ...person, accountId, siteId, by, to: { personId: person.personId } };
}

const lastFailure = ({ attempts }: Delivery) => attempts.at(-1)?.failure;

describe('a delivery to a member', () => {
  it('is a mail with the message as text and as HTML, which the person can stop with one click', async () => {
    const { accountId, to, personId, email } = await makeMember();
    const after = await send(await deliver(accountId, { to }));
    expect(after).toMatchObject({ state: 'delivered', attemptCount: 1, attempts: [{ failure: null }] });
    expect(after.nextAttemptAt).toBeUndefined();
    const [mail, ...others] = await listMails(email);
    expect(others).toEqual([]);
    expect(mail?.from).toBe('"Accessibility scans" <scans@example.com>');
    expect(mail?.destination).toEqual({ to: [email], cc: [], bcc: [] });
    expect(mail?.subject).toBe(sampleMessages['issues.new'].title);
    expect(mail?.body.text).toContain('Images must have alternative text');
    expect(mail?.body.html).toContain('Images must have alternative text');
    expect(getHeader(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(getHeader(mail, 'A11y-Delivery')).toBe(after.deliveryId);
    const [, token = ''] =
      /^<https:\/\/scans\.example\.com\/api\/v1\/unsubscribe\?token=([^>]+)>$/.exec(
        getHeader(mail, 'List-Unsubscribe'),
      ) ?? [];
    expect(parseUnsubscribeToken(token)).toMatchObject({ kind: 'alerts', personId, accountId });
    expect(mail?.body.text).toContain(`${ORIGIN}/unsubscribe#${token}`);
  });

  it('is sent once, however often and however close together its message arrives', async () => {
    const { accountId, to, email } = await makeMember();
    const delivery = await deliver(accountId, { to });
    await Promise.all([send(delivery), send(delivery), send(delivery)]);
    expect(await send(delivery)).toMatchObject({ state: 'delivered', attemptCount: 1 });
    expect(await listMails(email)).toHaveLength(1);
  });

  it('is dropped if the person has left the account, and the settings of the person are deleted', async () => {
    const { accountId, to, email, by, personId } = await makeMember();
    await send(await deliver(accountId, { to }));
    const member = { personId, accountId };
    expect(await findMailSettings(tables.store, member)).toBeDefined();
    // Another administrator, so that the first one may leave.
    const other = await signIn(tables.store);
    await addMember(tables.store, other.personId, accountId);
    const membership = (await findMembership(tables.store, personId, accountId)) as Membership;
    const principal = { kind: 'member' as const, ...other, ...membership, personId: other.personId };
    const change = { by, member: { ...principal, signedInAt: null, sourceIp: '' }, now: new Date() };
    expect(await removeMembership(tables.store, membership, 'member.removed', change)).toBe('done');
    expect(await findMailSettings(tables.store, member)).toBeUndefined();
    const after = await send(await deliver(accountId, { to }));
    expect(after.state).toBe('dropped');
    expect(lastFailure(after)).toBe('The person is not a member of the account any more.');
    expect(await findMailSettings(tables.store, member)).toBeUndefined();
    expect(await listMails(email)).toHaveLength(1);
  });

  it('is dropped if the person may not see the site any more', async () => {
    const other = createId('site', new Date());
    const { accountId, to, email, siteId } = await makeMember([other]);
    const after = await send(await deliver(accountId, { to }, 'issues.new', siteId));
    expect([after.state, lastFailure(after)]).toEqual(['dropped', 'The person has no access to the site.']);
    expect((await send(await deliver(accountId, { to }, 'issues.new', other))).state).toBe('delivered');
    expect(await listMails(email)).toHaveLength(1);
  });

  it('is dropped if the person does not want alerts, but digests and other mails are sent', async () => {
    const { accountId, to, personId, email } = await makeMember();
    expect(await setMailKinds(tables.store, { personId, accountId }, { alerts: false })).toBe(true);
    const after = await send(await deliver(accountId, { to }));
    expect([after.state, lastFailure(after)]).toEqual([
      'dropped',
      'The person has switched off alerts of this account by mail.',
    ]);
    expect((await send(await deliver(accountId, { to }, 'digest'))).state).toBe('delivered');
    expect((await send(await deliver(accountId, { to, alertId: null }, 'key.expiring'))).state).toBe(
      'delivered',
    );
    const [digest, key] = await listMails(email);
    expect(digest?.headers.map(({ name }) => name)).toContain('List-Unsubscribe');
    expect(key?.headers.map(({ name }) => name)).not.toContain('List-Unsubscribe');
  });

  it('is dropped while the address is stopped, and sent after the person has started mail again', async () => {
    const { accountId, to, email } = await makeMember();
    const at = new Date().toISOString();
    const report = { email: email.toUpperCase(), reason: 'complaint', at, sentAt: at } as const;
    expect(await stopAddress(tables.store, report)).toBe(true);
    const after = await send(await deliver(accountId, { to, alertId: null }, 'key.expiring'));
    expect([after.state, lastFailure(after)]).toEqual([
      'dropped',
      'The address gets no mail, because an earlier mail was reported as spam.',
    ]);
    const now = new Date(Date.now() + 1_000);
    expect(await startAddress(tables.store, email, now.toISOString(), now)).toBe(true);
    expect((await send(await deliver(accountId, { to }))).state).toBe('delivered');
    expect(await listMails(email)).toHaveLength(1);
  });

  it('is dropped with the reason if mail is off', async () => {
    const { accountId, to, email } = await makeMember();
    const after = await send(await deliver(accountId, { to }), createSendMail(variables('')));
    expect([after.state, lastFailure(after)]).toEqual([
      'dropped',
      'The service sends no mail: its operator has not configured a sender.',
    ]);
    expect(await listMails(email)).toEqual([]);
  });
});

describe('an invitation', () => {
  async function invite() {
    const { store } = tables;
    const { site, by } = await makeSite(store);
    const { accountId } = site;
    const email = `${createId('invite', new Date()).slice(-8)}@example.com`;
    const sent = await inviteMember(
      {
        findAccount: (id) => findAccount(store, id),
        findSites: async () => [],
        readInvitationList: (id) => readInvitationList(store, id),
        saveInvitation: (invitation, list, change) => saveInvitation(store, invitation, list, change),
        readOrigin: async () => ORIGIN,
      },
      { by, now: new Date(), request: { email, role: 'viewer' } },
    );
    return { ...sent, by, email, accountId };
  }

  it('has the secret link, which no item has, and no link to stop mails', async () => {
    const { invitation, link, email, accountId } = await invite();
    const { invitationId } = invitation;
    const owner = { accountId, itemId: invitationId };
    const sealed = await sealText(openSealing(KEY_ARN), link, owner);
    const sealedLink = { invitationId, link: sealed };
    const given = { accountId, to: { email }, alertId: null, type: 'member.invited', sealedLink } as const;
    const after = await send(await insertMail(tables.store, given));
    expect(after.state).toBe('delivered');
    expect(JSON.stringify(after)).not.toContain(link);
    const [mail] = await listMails(email);
    expect(mail?.body.text).toContain(link);
    expect(mail?.body.html).toContain(`href="${link}"`);
    expect(mail?.headers.map(({ name }) => name)).toEqual(['A11y-Delivery', 'Auto-Submitted']);
  });

  it('is mailed to one address at most five times a day', async () => {
    const { accountId, email } = await invite();
    const channel = { to: { email }, alertId: null };
    const states: string[] = [];
    for (let count = 0; count < 6; count++)
      states.push((await send(await deliver(accountId, channel, 'member.invited'))).state);
    expect(states).toEqual([...Array(5).fill('delivered'), 'dropped']);
    expect(await listMails(email)).toHaveLength(5);
  });

  it('is not sent after it was revoked', async () => {
    const { invitation, by, email } = await invite();
    const { accountId, invitationId } = invitation;
    const revoked = { accountId, invitationId };
    expect(await deleteInvitation(tables.store, revoked, { by, member: undefined, now: new Date() })).toBe(
      'deleted',
    );
    expect(await findInvitation(tables.store, invitationId)).toBeUndefined();
    const channel = { to: { email }, alertId: null };
    const after = await send(await deliver(accountId, channel, 'member.invited'));
    expect([after.state, lastFailure(after)]).toEqual([
      'dropped',
      'The invitation was accepted or revoked, or has expired.',
    ]);
    expect(await listMails(email)).toEqual([]);
  });
});

describe('if the mail service does not accept a mail', () => {
  /** Starts a mail service that answers every request with an error, as Amazon SES does. */
  async function refuseWith(status: number, type: string) {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      request.resume();
      response.writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-ErrorType': type });
      response.end(JSON.stringify({ message: 'Email address is not verified.' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return () => {
      server.closeAllConnections();
      server.close();
      return requests;
    };
  }

  it('because of its content, the delivery has failed', async () => {
    const { accountId, to } = await makeMember();
    const stop = await refuseWith(400, 'BadRequestException');
    const after = await send(await deliver(accountId, { to }));
    stop();
    expect(after).toMatchObject({ state: 'failed', attemptCount: 1 });
    expect(lastFailure(after)).toBe('The mail service refuses the mail: Email address is not verified.');
    expect(after.nextAttemptAt).toBeUndefined();
  });

  it('it gets one request an attempt, because it may have accepted a mail without an answer', async () => {
    const { accountId, to } = await makeMember();
    const stop = await refuseWith(503, 'InternalServerError');
    const after = await send(await deliver(accountId, { to }));
    expect([stop(), after.state, after.attemptCount]).toEqual([1, 'pending', 1]);
  });

  it('for a while, it is attempted again after growing pauses, and fails after the last one', async () => {
    const { accountId, to } = await makeMember();
    const stop = await refuseWith(400, 'SendingPausedException');
    const delivery = await deliver(accountId, { to });
    const pauses: number[] = [];
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    let after = await send(delivery);
    while (after.nextAttemptAt !== undefined) {
      const next = Date.parse(after.nextAttemptAt);
      pauses.push((next - Date.now()) / 60_000);
      vi.setSystemTime(next - 1);
      expect((await send(delivery)).attemptCount, 'too early').toBe(after.attemptCount);
      vi.setSystemTime(next);
      after = await send(delivery);
    }
    stop();
    expect(pauses).toEqual([1, 5, 30, 120, 300, 600]);
    expect(after).toMatchObject({ state: 'failed', attemptCount: 7 });
    expect(lastFailure(after)).toBe('The mail service does not accept mail now: SendingPausedException.');
  });
});

describe('the link to stop mails', () => {
  const create = () => createUnsubscribe({ TABLE_NAME: tables.store.table, ORIGIN_SECRET: '' });
  /** Sends what a mail program sends: form data and no credential. */
  const post = async (token: string, sourceIp: string, handler = create()) =>
    (await call('POST', token, sourceIp, handler)).statusCode;
  const call = async (httpMethod: string, token: string, sourceIp: string, handler = create()) => {
    const path = '/api/v1/unsubscribe';
    const event = {
      httpMethod,
      resource: '/v1/unsubscribe',
      path: '/v1/unsubscribe',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      multiValueHeaders: {},
      queryStringParameters: { token },
      requestContext: { identity: { sourceIp }, domainName: 'scans.example.com', path },
      body: 'List-Unsubscribe=One-Click',
    };
    const context = { getRemainingTimeInMillis: () => 10_000 };
    return handler(event as unknown as APIGatewayProxyEvent, context as unknown as Context);
  };

  async function makeToken() {
    const member = await makeMember();
    await send(await deliver(member.accountId, { to: member.to }));
    const [mail] = await listMails(member.email);
    const link = getHeader(mail, 'List-Unsubscribe');
    return { ...member, token: new URL(link.slice(1, -1)).searchParams.get('token') ?? '' };
  }

  it('stops alerts without a session, and may be used again', async () => {
    const { token, accountId, personId, to, email } = await makeToken();
    for (let time = 0; time < 2; time++) expect(await post(token, '192.0.2.1')).toBe(204);
    const member = { personId, accountId };
    expect(await findMailSettings(tables.store, member)).toMatchObject({ alerts: false, digests: true });
    expect((await send(await deliver(accountId, { to }))).state).toBe('dropped');
    expect(await listMails(email)).toHaveLength(1);
  });

  it('is opened in a browser: it leads to the page that asks, and stops nothing', async () => {
    const { token, accountId, personId } = await makeToken();
    const before = await findMailSettings(tables.store, { personId, accountId });
    const opened = await call('GET', token, '192.0.2.1');
    expect(opened).toMatchObject({ statusCode: 302, headers: { Location: `/unsubscribe#${token}` } });
    expect(await findMailSettings(tables.store, { personId, accountId })).toEqual(before);
    const hostile = await call('GET', '\r\nSet-Cookie: a', '192.0.2.1');
    expect(hostile.headers?.Location).toBe('/unsubscribe#%0D%0ASet-Cookie%3A%20a');
  });

  it('stops nothing if it is forged, and a source with many forged ones is not answered any more', async () => {
    const { token, accountId, personId } = await makeToken();
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const forged = token.slice(0, -1) + last;
    const handler = create();
    const statuses: number[] = [];
    for (let time = 0; time < 25; time++) statuses.push(await post(forged, '192.0.2.9', handler));
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(404));
    expect(statuses.slice(20)).toEqual(Array(5).fill(429));
    for (const wrong of ['', 'nothing', token.replace('alerts', 'webhooks')])
      expect(await post(wrong, '192.0.2.2')).toBe(404);
    expect(await post('x'.repeat(201), '192.0.2.2')).toBe(422);
    expect(await findMailSettings(tables.store, { personId, accountId })).toMatchObject({ alerts: true });
  });
});

describe('a stopped address', () => {
  it('is not stopped again by a late report about a mail before the person started mail again', async () => {
    const { store } = tables;
    const email = 'late@example.com';
    const time = (second: number) => new Date(Date.UTC(2026, 10, 27, 9, 0, second));
    const report = (sent: number) => ({
      email,
      reason: 'bounce' as const,
      at: time(sent + 1).toISOString(),
      sentAt: time(sent).toISOString(),
    });
    expect(await stopAddress(store, report(1))).toBe(true);
    expect(await startAddress(store, email, time(2).toISOString(), time(5)), 'signed in at the stop').toBe(
      false,
    );
    expect(await startAddress(store, email, time(4).toISOString(), time(5))).toBe(true);
    for (const sent of [1, 4]) expect(await stopAddress(store, report(sent))).toBe(false);
    expect((await findStoppedAddress(store, email))?.startedAgainAt).toBe(time(5).toISOString());
    expect(await stopAddress(store, report(6))).toBe(true);
    expect((await findStoppedAddress(store, email))?.startedAgainAt).toBeUndefined();
  });
});

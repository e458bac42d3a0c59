import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { readMemberCount } from '../../../adapters/dynamodb/memberships.ts';
import { startParameters, type TestParameters } from '../../support/parameters.ts';
import { type Answer, type Api, startApi, type TestPerson } from './harness.ts';

let api: Api;
let parameters: TestParameters;
const ORIGIN = 'https://dashboard.example.com';

beforeAll(async () => {
  parameters = await startParameters();
  parameters.setSignIn(ORIGIN);
  api = await startApi({ AWS_ENDPOINT_URL_SSM: parameters.endpoint, SIGN_IN_PARAMETER: 'sign-in' });
});
afterAll(async () => {
  await Promise.all([api?.stop(), parameters?.stop()]);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const codeOf = ({ status, json }: Answer) => [status, json?.code];
const tokenOf = (link: string) => link.slice(link.indexOf('#') + 1);
const site = { name: 'Shop', url: 'https://shop.example.com/' };

let people = 0;
/** Returns an address that no other person has. */
const newEmail = () => `person${++people}@example.com`;

async function start() {
  const accountId = await api.account();
  return { accountId, ada: await api.member(accountId, 'admin', { name: 'Ada' }) };
}

async function invite(by: TestPerson, email: string, role = 'viewer', siteIds?: string[]) {
  const { status, json } = await by.call('POST', '/invitations', { body: { email, role, siteIds } });
  expect(status).toBe(201);
  return { ...json.invitation, token: tokenOf(json.link), link: json.link };
}
const accept = (person: TestPerson, token: string) =>
  person.call('POST', '/me/invitations/accept', { body: { token } });
const preview = (person: TestPerson, token: string) =>
  person.call('POST', '/me/invitations/preview', { body: { token } });

describe('an invitation', () => {
  it('makes the person with the address a member, once', async () => {
    const { accountId, ada } = await start();
    const email = newEmail();
    const { token, link, ...invitation } = await invite(ada, email.toUpperCase(), 'manager');
    expect(link.startsWith(`${ORIGIN}/invitation#${invitation.invitationId}.`)).toBe(true);
    expect(invitation).toMatchObject({
      email,
      role: 'manager',
      siteIds: null,
      status: 'open',
      invitedBy: { id: ada.personId, name: 'Ada' },
    });
    const grace = await api.person({ email, name: 'Grace' });
    expect((await preview(grace, token)).json).toEqual({
      accountName: 'Test',
      role: 'manager',
      siteCount: null,
      expiresAt: invitation.expiresAt,
    });
    expect((await grace.callIn(accountId, 'GET', '/sites')).json.code).toBe('not-a-member');
    const accepted = await accept(grace, token);
    expect([accepted.status, accepted.json]).toEqual([200, { accountId }]);
    expect((await grace.callIn(accountId, 'POST', '/sites', { body: site })).status).toBe(201);
    expect(codeOf(await accept(grace, token))).toEqual([404, 'invitation-invalid']);
    expect((await ada.call('GET', '/invitations')).json.items).toEqual([]);
    const { json } = await ada.call('GET', '/members');
    expect(json.items).toMatchObject([
      { personId: ada.personId, name: 'Ada', role: 'admin', lastSeenAt: expect.any(String) },
      { personId: grace.personId, name: 'Grace', email, role: 'manager', lastSeenAt: expect.any(String) },
    ]);
    const log = await Array.fromAsync(readAuditLog(api.tables.store, accountId));
    const actions = log.map(({ action, actor, target }) => [action, actor, target]);
    expect(actions).toContainEqual(['member.invited', ada.personId, invitation.invitationId]);
    expect(actions).toContainEqual(['member.joined', grace.personId, grace.personId]);
    expect(JSON.stringify(log)).not.toContain(email);
    expect(JSON.stringify(log)).not.toContain(token.split('.')[1]);
  });

  it('is only for the verified address of the session, letter by letter', async () => {
    const { ada } = await start();
    const { token } = await invite(ada, 'kim@example.com');
    // The Kelvin sign, the dotless i and the long s are other letters.
    const others = [
      '\u212aim@example.com',
      'k\u0131m@example.com',
      'kim@example.\u017fom',
      'ki.m@example.com',
      '',
    ];
    for (const email of others) {
      const person = await api.person({ email, session: { email } });
      for (const answer of [await preview(person, token), await accept(person, token)])
        expect(codeOf(answer), email).toEqual([403, 'invitation-for-another-person']);
    }
    const kim = await api.person({ email: 'kim@example.com' });
    expect((await accept(kim, token)).status).toBe(200);
  });

  it('is refused in the same way if the token is wrong, replaced, revoked, expired or of no invitation', async () => {
    const { ada } = await start();
    const email = newEmail();
    const person = await api.person({ email });
    const replaced = await invite(ada, email);
    const revoked = await invite(ada, newEmail());
    const current = await invite(ada, email, 'manager');
    expect(current.invitationId).toBe(replaced.invitationId);
    await ada.call('DELETE', `/invitations/${revoked.invitationId}`);
    const expired = await invite(ada, newEmail());
    const { db, table: TableName } = api.tables.store;
    await db.send(
      new UpdateCommand({
        TableName,
        Key: itemKeys.invitation(expired.invitationId),
        UpdateExpression: 'SET expiresAt = :past',
        ExpressionAttributeValues: { ':past': minutesAgo(1) },
      }),
    );
    const [id] = current.token.split('.');
    const wrong = [
      replaced.token,
      revoked.token,
      expired.token,
      `${id}.${'A'.repeat(43)}`,
      `invite_${'0'.repeat(26)}.${'A'.repeat(43)}`,
      '',
      'x',
      current.token.slice(0, -1),
      `${current.token}=`,
    ];
    for (const token of wrong) {
      const answers = [await preview(person, token), await accept(person, token)];
      for (const { status, json } of answers)
        expect([status, json.code, json.detail]).toEqual([
          404,
          'invitation-invalid',
          'The invitation does not exist, was used or replaced, or has expired. Ask for a new one.',
        ]);
    }
    expect((await accept(person, current.token)).status).toBe(200);
  });

  it('gets a new link and a new end when it is sent again', async () => {
    const { ada, accountId } = await start();
    const grace = await api.member(accountId, 'admin', { name: 'Grace' });
    const email = newEmail();
    const first = await invite(ada, email);
    const path = `/invitations/${first.invitationId}`;
    const { status, json } = await grace.call('POST', `${path}/resend`, { body: {} });
    expect(status).toBe(200);
    expect(json.invitation).toMatchObject({
      email,
      createdAt: first.createdAt,
      invitedBy: { name: 'Grace' },
    });
    const person = await api.person({ email });
    expect(codeOf(await accept(person, first.token))).toEqual([404, 'invitation-invalid']);
    expect((await accept(person, tokenOf(json.link))).status).toBe(200);
    expect(codeOf(await grace.call('POST', `${path}/resend`, { body: {} }))).toEqual([
      404,
      'invitation-not-found',
    ]);
    expect(codeOf(await grace.call('DELETE', path))).toEqual([404, 'invitation-not-found']);
  });

  it('is accepted by one of two calls at the same time', async () => {
    const { ada, accountId } = await start();
    const email = newEmail();
    const { token } = await invite(ada, email, 'admin');
    const [one, other] = [await api.person({ email }), await api.person({ email })];
    const answers = await Promise.all([accept(one, token), accept(other, token), accept(one, token)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readMemberCount(api.tables.store, accountId)).toBe(2);
  });

  it('does not change the role of a member, and needs a recent sign-in', async () => {
    const { ada, accountId } = await start();
    const { token } = await invite(ada, ada.email, 'viewer');
    expect(codeOf(await accept(ada, token))).toEqual([409, 'already-member']);
    expect((await ada.call('GET', '/members')).json.items[0].role).toBe('admin');
    const email = newEmail();
    const late = await api.person({ email, session: { signedInAt: minutesAgo(16) } });
    const second = await invite(ada, email);
    expect(codeOf(await accept(late, second.token))).toEqual([403, 'sign-in-too-old']);
    expect((await preview(late, second.token)).status).toBe(200);
    expect(await readMemberCount(api.tables.store, accountId)).toBe(1);
  });

  it('is void if its sender is demoted, removed or left, also after a new promotion', async () => {
    const { ada, accountId } = await start();
    const email = newEmail();
    const person = await api.person({ email });
    const eve = await api.member(accountId);
    const first = await invite(eve, email);
    const change = (role: string) => ada.call('PATCH', `/members/${eve.personId}`, { body: { role } });
    const { json } = await change('manager');
    expect(json).toMatchObject({
      role: 'manager',
      voidedInvitations: [{ invitationId: first.invitationId, email }],
    });
    expect(codeOf(await eve.call('POST', '/invitations', { body: { email, role: 'viewer' } }))).toEqual([
      403,
      'role-too-small',
    ]);
    await change('admin');
    expect(codeOf(await accept(person, first.token))).toEqual([404, 'invitation-invalid']);
    const second = await invite(eve, email);
    const removed = await ada.call('DELETE', `/members/${eve.personId}`);
    expect(removed.json.voidedInvitations).toEqual([{ invitationId: second.invitationId, email }]);
    expect(codeOf(await accept(person, second.token))).toEqual([404, 'invitation-invalid']);
    expect(codeOf(await eve.call('GET', '/members'))).toEqual([403, 'not-a-member']);
    const fay = await api.member(accountId);
    const third = await invite(fay, email);
    expect((await fay.call('POST', '/account/leave', { body: {} })).status).toBe(204);
    expect(codeOf(await accept(person, third.token))).toEqual([404, 'invitation-invalid']);
  });

  it('limits the person to sites of the account', async () => {
    const { ada, accountId } = await start();
    const [one, other] = [
      (await ada.call('POST', '/sites', { body: site })).json.id,
      (await ada.call('POST', '/sites', { body: site })).json.id,
    ];
    const email = newEmail();
    const { token, siteIds } = await invite(ada, email, 'viewer', [one, one]);
    expect(siteIds).toEqual([one]);
    const person = await api.person({ email });
    expect((await preview(person, token)).json.siteCount).toBe(1);
    await accept(person, token);
    expect((await person.callIn(accountId, 'GET', `/sites/${other}`)).json.code).toBe('site-not-found');
    const stranger = await start();
    const refused = await stranger.ada.call('POST', '/invitations', {
      body: { email, role: 'viewer', siteIds: [one] },
    });
    expect([refused.status, refused.json.errors[0].path]).toEqual([422, 'siteIds[0]']);
  });

  it.each([
    { email: 'a', role: 'viewer' },
    { email: '\u212aim@example.com', role: 'viewer' },
    { email: 'a@ex\u00e4mple.com', role: 'viewer' },
    { email: 'a@example.com', role: 'scanner' },
    { email: 'a@example.com', role: 'owner' },
    { email: 'a@example.com' },
    { email: 'a@example.com', role: 'admin', siteIds: ['site_01k6zq3v5e8m2n4p6r7s9t0w1x'] },
    { email: 'a@example.com', role: 'viewer', siteIds: [] },
    { email: 'a@example.com', role: 'viewer', siteIds: ['x'] },
    { email: 'a@example.com', role: 'viewer', siteIds: null },
    { email: 'a@example.com', role: 'viewer', personId: 'person_1' },
  ])('is refused with the body %j', async (body) => {
    const { ada } = await start();
    expect(codeOf(await ada.call('POST', '/invitations', { body }))).toEqual([422, 'invalid-request']);
  });

  it('is one of at most 100 open ones, also if calls come at the same time', async () => {
    const { ada, accountId } = await start();
    const { db, table: TableName } = api.tables.store;
    const open = Object.fromEntries(
      Array.from({ length: 98 }, (_, at) => [`invite_${String(at).padStart(26, '0')}`, minutesAgo(-60)]),
    );
    await db.send(
      new UpdateCommand({
        TableName,
        Key: itemKeys.accountInvitations(accountId),
        UpdateExpression: 'SET invitations = :open, version = :one',
        ExpressionAttributeValues: { ':open': open, ':one': 1 },
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        ada.call('POST', '/invitations', { body: { email: newEmail(), role: 'viewer' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.code).toBe('invitations-limit');
  });

  /** Stores that an account or a person has sent invitations today. */
  async function storeSent(key: ReturnType<typeof itemKeys.accountInvited>, count: number) {
    const { db, table: TableName } = api.tables.store;
    const set = { UpdateExpression: 'SET mails = :sent', ExpressionAttributeValues: { ':sent': count } };
    await db.send(new UpdateCommand({ TableName, Key: key, ...set }));
  }
  const today = () => new Date().toISOString().slice(0, 10);
  const inviteNew = (by: TestPerson) =>
    by.call('POST', '/invitations', { body: { email: newEmail(), role: 'viewer' } });

  it('is one of at most 25 of a sender on a day, of all accounts, also if they are revoked', async () => {
    const { ada, accountId } = await start();
    const grace = await api.member(accountId, 'admin', { name: 'Grace' });
    await storeSent(itemKeys.senderInvited(ada.personId, today()), 22);
    const first = await invite(ada, newEmail());
    const path = `/invitations/${first.invitationId}`;
    expect((await ada.call('POST', `${path}/resend`, { body: {} })).status).toBe(200);
    expect((await ada.call('DELETE', path)).status).toBe(204);
    const answers = await Promise.all([inviteNew(ada), inviteNew(ada)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const other = await api.account();
    await api.putMember(ada.personId, other);
    const { status, json } = await ada.callIn(other, 'POST', '/invitations', {
      body: { email: newEmail(), role: 'viewer' },
    });
    expect([status, json.code, json.detail]).toEqual([
      409,
      'invitations-limit',
      'You have sent 25 invitations today, which is the maximum, also if some were revoked. Continue after 00:00 UTC, or ask the operator of the service for more.',
    ]);
    expect((await inviteNew(grace)).status).toBe(201);
  });

  it('is one of at most 50 of an account on a day, by all senders together', async () => {
    const { ada, accountId } = await start();
    const grace = await api.member(accountId, 'admin', { name: 'Grace' });
    await storeSent(itemKeys.accountInvited(accountId, today()), 48);
    expect([(await inviteNew(ada)).status, (await inviteNew(grace)).status]).toEqual([201, 201]);
    const { json } = await inviteNew(grace);
    expect(json.detail).toMatch(/^The account has sent 50 invitations today/);
    expect((await ada.call('GET', '/invitations')).json.items).toHaveLength(2);
  });

  it('is refused if the account has 1,000 members', async () => {
    const { ada, accountId } = await start();
    const email = newEmail();
    const { token } = await invite(ada, email);
    const { db, table: TableName } = api.tables.store;
    const set = { UpdateExpression: 'SET members = :max', ExpressionAttributeValues: { ':max': 1_000 } };
    await db.send(new UpdateCommand({ TableName, Key: itemKeys.accountAdmins(accountId), ...set }));
    const person = await api.person({ email });
    expect(codeOf(await accept(person, token))).toEqual([409, 'members-limit']);
  });
});

describe('members', () => {
  it('have another role, other sites, and no limit to sites as administrators', async () => {
    const { ada, accountId } = await start();
    const { json: made } = await ada.call('POST', '/sites', { body: site });
    const grace = await api.member(accountId, 'viewer');
    const change = (body: object) => ada.call('PATCH', `/members/${grace.personId}`, { body });
    expect((await change({ siteIds: [made.id] })).json).toMatchObject({ role: 'viewer', siteIds: [made.id] });
    expect((await change({ role: 'manager' })).json).toMatchObject({ role: 'manager', siteIds: [made.id] });
    expect((await change({ siteIds: null })).json).toMatchObject({ role: 'manager', siteIds: null });
    await change({ siteIds: [made.id] });
    expect((await change({ role: 'admin' })).json).toMatchObject({ role: 'admin', siteIds: null });
    expect(codeOf(await change({ siteIds: [made.id] }))).toEqual([422, 'invalid-request']);
    expect((await change({ role: 'viewer', siteIds: null })).json).toMatchObject({ role: 'viewer' });
    for (const body of [{}, { role: 'scanner' }, { role: 'admin', siteIds: [made.id] }, { name: 'x' }])
      expect(codeOf(await change(body)), JSON.stringify(body)).toEqual([422, 'invalid-request']);
    const log = await Array.fromAsync(readAuditLog(api.tables.store, accountId));
    expect(log.filter(({ action }) => action === 'member.role-changed')).toHaveLength(6);
  });

  it('leave keys behind that still work, which are listed at their removal', async () => {
    const { ada, accountId } = await start();
    const eve = await api.member(accountId);
    const create = async (by: TestPerson, name: string): Promise<string> =>
      (await by.call('POST', '/api-keys', { body: { name } })).json.key.keyId;
    const [works, expired, revoked] = [
      await create(eve, 'Works'),
      await create(eve, 'Expired'),
      await create(eve, 'Revoked'),
    ];
    await create(ada, 'Of Ada');
    await eve.call('POST', `/api-keys/${revoked}/revoke`);
    const { db, table: TableName } = api.tables.store;
    const end = { UpdateExpression: 'SET expiresAt = :now', ExpressionAttributeValues: { ':now': '2026' } };
    await db.send(new UpdateCommand({ TableName, Key: itemKeys.key(expired), ...end }));
    const removed = await ada.call('DELETE', `/members/${eve.personId}`);
    expect(removed.json.keys).toEqual([{ keyId: works, name: 'Works' }]);
  });

  it('always include an administrator, whatever happens at the same time', async () => {
    const { ada, accountId } = await start();
    const leave = (person: TestPerson) => person.call('POST', '/account/leave', { body: {} });
    const demote = (by: TestPerson, person: TestPerson) =>
      by.call('PATCH', `/members/${person.personId}`, { body: { role: 'viewer' } });
    const remove = (by: TestPerson, person: TestPerson) => by.call('DELETE', `/members/${person.personId}`);
    expect(codeOf(await leave(ada))).toEqual([409, 'last-admin']);
    expect(codeOf(await demote(ada, ada))).toEqual([409, 'last-admin']);
    expect(codeOf(await remove(ada, ada))).toEqual([409, 'last-admin']);
    for (const attempt of [
      (one: TestPerson, other: TestPerson) => [leave(one), leave(other)],
      (one: TestPerson, other: TestPerson) => [demote(one, other), demote(other, one)],
      (one: TestPerson, other: TestPerson) => [remove(one, other), remove(other, one)],
      (one: TestPerson, other: TestPerson) => [leave(one), demote(one, other), remove(other, other)],
    ]) {
      const of = await api.account();
      const [one, other] = [await api.member(of), await api.member(of)];
      await Promise.all(attempt(one, other));
      const admins = await Promise.all(
        [one, other].map(async (each) => (await each.callIn(of, 'GET', '/members')).status === 200),
      );
      expect(admins.filter(Boolean)).toHaveLength(1);
    }
    expect(await readMemberCount(api.tables.store, accountId)).toBe(1);
  });

  it('leave by themselves, with every role', async () => {
    const { accountId } = await start();
    const viewer = await api.member(accountId, 'viewer');
    expect((await viewer.call('POST', '/account/leave', { body: {} })).status).toBe(204);
    expect((await viewer.call('GET', '/sites')).json.code).toBe('not-a-member');
    const log = await Array.fromAsync(readAuditLog(api.tables.store, accountId));
    expect(log[0]).toMatchObject({ action: 'member.left', actor: viewer.personId });
  });

  it('are listed by managers too', async () => {
    const { ada, accountId } = await start();
    const manager = await api.member(accountId, 'manager');
    const { status, json } = await manager.call('GET', '/members');
    expect(status).toBe(200);
    const listed = json.items.map(({ personId }: { personId: string }) => personId);
    expect(listed.sort()).toEqual([ada.personId, manager.personId].sort());
  });

  it('are managed by administrators of the account only, after a recent sign-in, and by no key', async () => {
    const { ada, accountId } = await start();
    const manager = await api.member(accountId, 'manager');
    const viewer = await api.member(accountId, 'viewer');
    const old = await api.member(accountId, 'admin', { session: { signedInAt: minutesAgo(16) } });
    const key = await api.key(accountId);
    const { ada: eve } = await start();
    const path = `/members/${manager.personId}`;
    const calls: [string, string, object?][] = [
      ['PATCH', path, { role: 'viewer' }],
      ['DELETE', path],
      ['POST', '/invitations', { email: 'a@example.com', role: 'viewer' }],
      ['POST', `/invitations/invite_${'0'.repeat(26)}/resend`, {}],
      ['DELETE', `/invitations/invite_${'0'.repeat(26)}`],
      ['GET', '/members'],
      ['GET', '/invitations'],
    ];
    for (const [method, to, body] of calls) {
      const sent = body === undefined ? {} : { body };
      const what = `${method} ${to}`;
      // Managers choose who gets the mails of an alert, so they may list the members.
      const refused = to === '/members' ? viewer : manager;
      expect(codeOf(await refused.call(method, to, sent)), what).toEqual([403, 'role-too-small']);
      expect(codeOf(await key.call(method, to, sent)), what).toEqual([403, 'people-only']);
      expect(codeOf(await eve.callIn(accountId, method, to, sent)), what).toEqual([403, 'not-a-member']);
      if (method !== 'GET') {
        expect(codeOf(await old.call(method, to, sent)), what).toEqual([403, 'sign-in-too-old']);
        const forged = await ada.call(method, to, { ...sent, headers: { 'Sec-Fetch-Site': 'cross-site' } });
        expect(codeOf(forged), what).toEqual([403, 'cross-site-request']);
      }
    }
    for (const person of [eve.personId, 'person_1', `person_${'0'.repeat(26)}`]) {
      const at = `/members/${person}`;
      expect(codeOf(await ada.call('DELETE', at))).toEqual([404, 'member-not-found']);
      expect(codeOf(await ada.call('PATCH', at, { body: { role: 'viewer' } }))).toEqual([
        404,
        'member-not-found',
      ]);
    }
    const { invitationId } = await invite(eve, newEmail());
    for (const [method, to] of [
      ['POST', `/invitations/${invitationId}/resend`],
      ['DELETE', `/invitations/${invitationId}`],
    ] as const)
      expect(codeOf(await ada.call(method, to, { body: {} }))).toEqual([404, 'invitation-not-found']);
  });

  it('and invitations are listed page by page', async () => {
    const { ada, accountId } = await start();
    for (let at = 0; at < 3; at++) {
      await api.member(accountId, 'viewer');
      await invite(ada, newEmail());
    }
    for (const [path, name, count] of [
      ['/members', 'personId', 4],
      ['/invitations', 'invitationId', 3],
    ] as const) {
      const ids: string[] = [];
      let cursor = '';
      do {
        const { json } = await ada.call('GET', `${path}?limit=2${cursor}`);
        ids.push(...json.items.map((item: Record<string, string>) => item[name]));
        cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`;
      } while (cursor !== '');
      expect(new Set(ids).size).toBe(count);
      expect(ids).toHaveLength(count);
    }
  });
});

describe('the signed-in person', () => {
  it('changes the name', async () => {
    const person = await api.person({ name: 'Ada' });
    const { status, json } = await person.call('PATCH', '/me', { body: { name: ' Ada Lovelace ' } });
    expect([status, json.person.name]).toEqual([200, 'Ada Lovelace']);
    expect(codeOf(await person.call('PATCH', '/me', { body: { name: '' } }))).toEqual([
      422,
      'invalid-request',
    ]);
  });
});

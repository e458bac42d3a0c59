import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { endSession, findSession, touchSession } from '../../../adapters/dynamodb/sessions.ts';
import { isPublic } from '../../../core/api/endpoint.ts';
import { endpoints, getFunctionName } from '../../../core/api/endpoints.ts';
import type { AuditEntry } from '../../../core/audit/audit-entry.ts';
import type { Session } from '../../../core/people/session.ts';
import { addMember } from '../../support/sign-in.ts';
import { gatewayEvent, lambdaContext } from '../../unit/http/gateway-event.ts';
import { type Api, startApi, type TestPerson } from './harness.ts';

let api: Api;
let accountId: string;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
});
afterAll(() => api?.stop());

/** Returns the environment of a function that can read no table. */
const withoutTable = () => ({
  ...process.env,
  TABLE_NAME: 'missing',
  AUDIT_TABLE_NAME: 'missing',
  SIGN_IN_PARAMETER: 'missing',
});

async function listRefusals(account: string): Promise<AuditEntry[]> {
  const entries = await Array.fromAsync(readAuditLog(api.tables.store, account));
  return entries.filter(({ action }) => action === 'member.refused');
}

const site = { name: 'Shop', url: 'https://shop.example.com/' };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Returns the code with which the authorizer denies or refuses a call with a cookie. */
async function codeOf(headers: Record<string, string>): Promise<unknown> {
  return (await api.authorizeHeaders(headers)).context?.code;
}

describe('a member', () => {
  it('makes the calls of the account that the role allows', async () => {
    const [manager, viewer] = [await api.member(accountId, 'manager'), await api.member(accountId, 'viewer')];
    const created = await manager.call('POST', '/sites', { body: site });
    expect(created.status).toBe(201);
    expect((await viewer.call('GET', `/sites/${created.json.id}`)).status).toBe(200);
    const refused = await viewer.call('POST', '/sites', { body: site });
    expect([refused.status, refused.json.code]).toEqual([403, 'role-too-small']);
    expect(refused.json.detail).toContain('Your role, viewer');
  });

  it('is the author of what it creates, with its name', async () => {
    const manager = await api.member(accountId, 'manager', { name: 'Grace' });
    const { json: made } = await manager.call('POST', '/sites', { body: site });
    const body = { match: { rule: 'label' }, reason: 'Known' };
    const { json } = await manager.call('POST', `/sites/${made.id}/suppressions`, { body });
    expect(json.author).toEqual({ personId: manager.personId, name: 'Grace' });
  });

  it('accesses only the sites that it is limited to', async () => {
    const manager = await api.member(accountId, 'manager');
    const { json: one } = await manager.call('POST', '/sites', { body: site });
    const { json: other } = await manager.call('POST', '/sites', { body: site });
    const limited = await api.member(accountId, 'viewer', { siteIds: [one.id] });
    expect((await limited.call('GET', `/sites/${one.id}`)).status).toBe(200);
    expect((await limited.call('GET', `/sites/${other.id}`)).json.code).toBe('site-not-found');
  });

  it('has its calls counted, and limited per minute', async () => {
    const member = await api.member(accountId, 'viewer');
    const { headers } = await member.call('GET', '/sites');
    expect(headers.get('RateLimit-Remaining')).toBe('999');
    expect(headers.get('X-API-Key-Expires')).toBeNull();
    await member.call('GET', '/sites');
    const Key = itemKeys.personDay(member.personId, accountId, new Date().toISOString().slice(0, 10));
    const { db, table: TableName } = api.tables.store;
    expect((await db.send(new GetCommand({ TableName, Key }))).Item?.requests).toBe(2);
    const full = {
      UpdateExpression: 'SET minuteRequests = :max',
      ExpressionAttributeValues: { ':max': 1000 },
    };
    await db.send(new UpdateCommand({ TableName, Key, ...full }));
    const refused = await member.call('GET', '/sites');
    // A minute may have begun meanwhile.
    if (refused.status !== 200) expect([refused.status, refused.json.code]).toEqual([429, 'rate-limited']);
  });

  it('is refused at the next call after its removal, and has another role at the next call', async () => {
    const member = await api.member(accountId, 'manager');
    const { db, table: TableName } = api.tables.store;
    const Key = itemKeys.membership(member.personId, accountId);
    const change = { UpdateExpression: 'SET #role = :viewer', ExpressionAttributeNames: { '#role': 'role' } };
    const values = { ExpressionAttributeValues: { ':viewer': 'viewer' } };
    await db.send(new UpdateCommand({ TableName, Key, ...change, ...values }));
    expect((await member.call('POST', '/sites', { body: site })).json.code).toBe('role-too-small');
    await db.send(new DeleteCommand({ TableName, Key }));
    const refused = await member.call('GET', '/sites');
    expect([refused.status, refused.json.code]).toEqual([403, 'not-a-member']);
  });

  it('is not one of another account, of a deleted account, or of a malformed one', async () => {
    const member = await api.member(accountId);
    const deleted = await api.account();
    const inDeleted = await api.member(deleted);
    const { db, table: TableName } = api.tables.store;
    const set = { UpdateExpression: 'SET deletedAt = :now', ExpressionAttributeValues: { ':now': 'now' } };
    await db.send(new UpdateCommand({ TableName, Key: itemKeys.account(deleted), ...set }));
    const answers = [
      await member.callIn(await api.account(), 'GET', '/sites'),
      await member.callIn('acct_1', 'GET', '/sites'),
      await inDeleted.call('GET', '/sites'),
    ];
    expect(answers.map(({ json }) => json.code)).toEqual(Array(3).fill('not-a-member'));
  });

  it('is recorded in the account that it names without being a member, once an hour, and in no other one', async () => {
    const [one, other] = [await api.account(), await api.account()];
    const stranger = await api.person();
    for (let call = 0; call < 3; call++) await stranger.callIn(one, 'GET', '/sites');
    await stranger.callIn('acct_00000000000000000000000000', 'GET', '/sites');
    const { personId } = stranger;
    const refused = { action: 'member.refused', actor: personId, target: personId };
    const [entry, ...more] = await listRefusals(one);
    expect(entry).toMatchObject({ ...refused, detail: { reason: 'not-a-member' } });
    // The hour may end meanwhile.
    expect(more.length).toBeLessThan(2);
    expect(await listRefusals(other)).toEqual([]);
  });

  it('must name an account for calls that concern one', async () => {
    const member = await api.member(accountId);
    const answer = await member.callIn('none', 'GET', '/sites');
    expect([answer.status, answer.json.code]).toEqual([400, 'account-missing']);
  });

  it('needs a recent sign-in to delete a site; a key does not', async () => {
    const key = await api.key(accountId);
    for (const signedInAt of [minutesAgo(16), null]) {
      const member = await api.member(accountId, 'admin', { session: { signedInAt } });
      const { json } = await member.call('POST', '/sites', { body: site });
      const refused = await member.call('DELETE', `/sites/${json.id}`);
      expect([refused.status, refused.json.code]).toEqual([403, 'sign-in-too-old']);
      expect((await key.call('DELETE', `/sites/${json.id}`)).status).toBe(204);
    }
    const recent = await api.member(accountId, 'admin', { session: { signedInAt: minutesAgo(14) } });
    const { json } = await recent.call('POST', '/sites', { body: site });
    expect((await recent.call('DELETE', `/sites/${json.id}`)).status).toBe(204);
  });
});

describe('a call with a session', () => {
  it.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from another origin of the site', { 'Sec-Fetch-Site': 'same-site' }],
    ['without an origin', { 'Sec-Fetch-Site': 'none' }],
    ['without the header', { 'Sec-Fetch-Site': '' }],
  ])('that changes something is refused %s, and one that reads is not', async (_, headers) => {
    const member = await api.member(accountId);
    const forged = await member.call('POST', '/sites', { body: site, headers });
    expect([forged.status, forged.json.code]).toEqual([403, 'cross-site-request']);
    expect((await member.call('GET', '/sites', { headers })).status).toBe(200);
  });

  it('is refused if it also has a key', async () => {
    const [member, key] = [await api.member(accountId), await api.key(accountId)];
    const answer = await member.call('GET', '/sites', { headers: { 'X-API-Key': key.value } });
    expect([answer.status, answer.json.code]).toEqual([400, 'two-credentials']);
  });

  it('is denied after 12 hours without a call, and after 14 days in any case', async () => {
    const hours = 60;
    const sessions: [Partial<Session>, unknown][] = [
      [{ lastSeenAt: minutesAgo(12 * hours - 1) }, undefined],
      [{ lastSeenAt: minutesAgo(12 * hours) }, 'session-ended'],
      [{ endsAt: minutesAgo(0) }, 'session-ended'],
    ];
    for (const [session, code] of sessions) {
      const { cookie } = await api.person({ session });
      expect(await codeOf({ Cookie: cookie })).toBe(code);
    }
  });

  it('is denied with every value that is not the one of a session', async () => {
    const { cookie } = await api.person();
    const other = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const hostile of [
      other,
      `${cookie}; ${other}`,
      `${cookie}; ${cookie}`,
      '__Host-session=',
      `${cookie}x`,
    ])
      expect(await codeOf({ Cookie: hostile })).toBe('session-ended');
  });

  it('writes the time of its use at most every five minutes, and does not revive an ended session', async () => {
    const { store } = api.tables;
    const [fresh, stale] = [minutesAgo(4), minutesAgo(6)];
    for (const [lastSeenAt, isWritten] of [
      [fresh, false],
      [stale, true],
    ] as const) {
      const { cookie, sessionHash } = await api.person({ session: { lastSeenAt } });
      await api.authorizeHeaders({ Cookie: cookie });
      expect((await findSession(store, sessionHash))?.lastSeenAt === lastSeenAt).toBe(!isWritten);
      await endSession(store, sessionHash);
      await touchSession(store, sessionHash, new Date());
      expect(await findSession(store, sessionHash)).toBeUndefined();
    }
  });
});

describe('a call without a credential', () => {
  it('is denied without a read', async () => {
    const { createHandler } = await import('../../../functions/authorize/handler.ts');
    const authorizer = createHandler(withoutTable());
    const none: Record<string, string>[] = [
      {},
      { 'X-API-Key': '' },
      { Cookie: 'theme=dark; =; __Host-sessions=a; session=b' },
    ];
    for (const headers of none) {
      const event = {
        headers,
        methodArn: 'arn',
        requestContext: { requestId: 'r', identity: { sourceIp: '' } },
      };
      const { context, policyDocument } = await authorizer(event as never, lambdaContext);
      expect([policyDocument.Statement[0]?.Effect, context?.code]).toEqual(['Deny', 'key-missing']);
    }
  });
});

describe('every function with an authorizer', () => {
  const names = [...new Set(endpoints.filter((each) => !isPublic(each)).map(getFunctionName))];

  it.each(names)('%s responds to a call that the authorizer refused without a read', async (name) => {
    const { createHandler } = await import(`../../../functions/${name}/handler.ts`);
    const handler = createHandler(withoutTable());
    const called = endpoints.filter((each) => getFunctionName(each) === name && !isPublic(each));
    for (const { method, path } of called) {
      const answerTo = async (authorizer: object | undefined) => {
        const event = gatewayEvent({ method, resource: `/v1${path}` });
        Object.assign(event.requestContext, { authorizer });
        const { statusCode, body } = await handler(event, lambdaContext);
        return [statusCode, JSON.parse(body).code];
      };
      const key = { accountId, keyId: 'apikey_1', role: 'admin', siteIds: '', sourceIp: '192.0.2.1' };
      expect(await answerTo({ kind: 'refused', code: 'not-a-member', ...key })).toEqual([
        403,
        'not-a-member',
      ]);
      for (const context of [undefined, {}, key, { kind: 'operator', ...key }])
        expect(await answerTo(context)).toEqual([500, 'internal-error']);
    }
  });
});

describe('the signed-in person', () => {
  const ids = ({ json }: { json: { items: { sessionId: string }[] } }) =>
    json.items.map(({ sessionId }) => sessionId);
  const isDenied = async ({ cookie }: TestPerson) => (await codeOf({ Cookie: cookie })) === 'session-ended';

  it('reads itself, the session and the accounts, whether the call names an account or not', async () => {
    const member = await api.member(accountId, 'viewer', { name: 'Ada' });
    const answers = [await member.call('GET', '/me'), await member.callIn('none', 'GET', '/me')];
    for (const { status, json } of answers) {
      expect(status).toBe(200);
      expect(json.person).toEqual({ personId: member.personId, name: 'Ada', email: member.email });
      expect(json.session.sessionId).toBe(member.sessionId);
      expect(json.accounts).toEqual([{ accountId, name: 'Test', role: 'viewer', siteIds: null }]);
    }
  });

  it('is not a key', async () => {
    const key = await api.key(accountId);
    const answer = await key.call('GET', '/me');
    expect([answer.status, answer.json.code]).toEqual([403, 'people-only']);
  });

  it('lists and ends its sessions, and no session of others', async () => {
    const first = await api.person();
    const second = await api.person({ personId: first.personId });
    const other = await api.person();
    const listed = await second.call('GET', '/me/sessions');
    expect(ids(listed).sort()).toEqual([first.sessionId, second.sessionId].sort());
    expect(listed.json.items.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const refused = await second.call('DELETE', `/me/sessions/${other.sessionId}`);
    expect([refused.status, refused.json.code]).toEqual([404, 'session-not-found']);
    const ended = await second.call('DELETE', `/me/sessions/${first.sessionId}`);
    expect([ended.status, ended.headers.get('Set-Cookie')]).toEqual([204, null]);
    expect([await isDenied(first), await isDenied(second), await isDenied(other)]).toEqual([
      true,
      false,
      false,
    ]);
    const own = await second.call('DELETE', `/me/sessions/${second.sessionId}`);
    expect(own.headers.get('Set-Cookie')).toMatch(/^__Host-session=; Max-Age=0; Path=\/; Secure; HttpOnly/);
    expect(await isDenied(second)).toBe(true);
  });

  it('has the ends of its sessions recorded in each of its accounts', async () => {
    const [one, other] = [await api.account(), await api.account()];
    const ada = await api.member(one);
    await addMember(api.tables.store, ada.personId, other);
    const elsewhere = await api.person({ personId: ada.personId });
    expect((await ada.callIn('none', 'DELETE', `/me/sessions/${elsewhere.sessionId}`)).status).toBe(204);
    expect((await ada.callIn('none', 'DELETE', '/me/sessions')).status).toBe(204);
    for (const account of [one, other]) {
      const entries = await Array.fromAsync(readAuditLog(api.tables.store, account));
      const ended = entries.filter(({ action }) => action === 'session.ended');
      expect(ended.map(({ actor, target, detail }) => [actor, target, detail?.reason])).toEqual(
        expect.arrayContaining([
          [ada.personId, elsewhere.sessionId, 'ended-by-person'],
          [ada.personId, ada.personId, 'signed-out-everywhere'],
        ]),
      );
      expect(ended).toHaveLength(2);
    }
  });

  it('ends all its sessions, also those that the index does not show yet', async () => {
    const first = await api.person();
    const hidden = await api.person({ personId: first.personId });
    const { db, table: TableName } = api.tables.store;
    const hide = { UpdateExpression: 'REMOVE gsi1pk, gsi1sk' };
    await db.send(new UpdateCommand({ TableName, Key: itemKeys.session(hidden.sessionHash), ...hide }));
    const answer = await first.call('DELETE', '/me/sessions');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('Set-Cookie')).toContain('Max-Age=0');
    expect([await isDenied(first), await isDenied(hidden)]).toEqual([true, true]);
  });
});

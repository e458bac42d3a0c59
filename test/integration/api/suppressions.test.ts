import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { createId } from '../../../core/ids.ts';
import { type Answer, type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
let admin: TestKey;

beforeAll(async () => {
  api = await startApi();
  admin = await api.key(await api.account());
});
afterAll(() => api?.stop());

/** Creates an account with a key of a role and a site. */
async function createAccount(role: 'viewer' | 'scanner' | 'manager' | 'admin' = 'manager') {
  const accountId = await api.account();
  const owner = await api.key(accountId, { name: 'Web team' });
  const siteId = (
    await owner.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example/' } })
  ).json.id as string;
  const key = await api.key(accountId, { role, name: 'Web team' });
  const path = `/sites/${siteId}/suppressions`;
  const create = (body: object = given) => key.call('POST', path, { body });
  return { accountId, owner, key, siteId, path, create };
}

const later = new Date(Date.now() + 86_400_000).toISOString();
const given = {
  match: { rule: 'color-contrast', selector: '#chat' },
  reason: 'Third-party widget',
  expiresAt: later,
};
const errorOf = ({ status, json }: Answer) => [status, json.errors[0].path, json.errors[0].message];

describe('suppressions', () => {
  it('are created, listed, changed and deleted by a manager, with an audit entry for each change', async () => {
    const { accountId, key, path, create } = await createAccount();
    const created = await create();
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      ...given,
      author: { keyId: key.record.keyId, name: 'Web team' },
      updatedAt: created.json.createdAt,
    });
    const one = `${path}/${created.json.id}`;
    expect(created.headers.get('location')).toBe(`/api/v1${one}`);
    expect((await key.call('GET', path)).json).toEqual({ items: [created.json], nextCursor: null });
    const changed = await key.call('PATCH', one, { body: { expiresAt: null } });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { ...given, expiresAt: null, id: created.json.id },
    ]);
    expect(changed.json.updatedAt > created.json.updatedAt).toBe(true);
    expect((await key.call('GET', path)).json.items).toEqual([changed.json]);
    expect((await key.call('PATCH', one, { body: { reason: ' New ' } })).json.reason).toBe('New');
    const deleted = await key.call('DELETE', one);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const [method, sent] of [
      ['DELETE', {}],
      ['PATCH', { body: { reason: 'x' } }],
    ] as const) {
      const gone = await key.call(method, one, sent);
      expect([gone.status, gone.json.code]).toEqual([404, 'suppression-not-found']);
    }
    expect((await key.call('GET', path)).json.items).toEqual([]);
    const actions: string[] = [];
    for await (const { target, action } of readAuditLog(api.tables.store, accountId)) {
      if (target === created.json.id) actions.push(action);
    }
    expect(actions.reverse()).toEqual([
      'suppression.created',
      'suppression.changed',
      'suppression.changed',
      'suppression.deleted',
    ]);
  });

  it('are read by every role, and written by manager and above', async () => {
    for (const role of ['viewer', 'scanner', 'manager', 'admin'] as const) {
      const { key, path, create } = await createAccount(role);
      expect((await key.call('GET', path)).status).toBe(200);
      const answer = await create();
      if (role === 'manager' || role === 'admin') {
        expect(answer.status).toBe(201);
        continue;
      }
      expect([answer.status, answer.json.code]).toEqual([403, 'role-too-small']);
      expect(answer.json.detail).toContain('manager, admin');
      const one = `${path}/${createId('supp', new Date())}`;
      expect((await key.call('PATCH', one, { body: { reason: 'x' } })).status).toBe(403);
      expect((await key.call('DELETE', one)).status).toBe(403);
    }
  });

  it('have an expiry in UTC, which must be in the future', async () => {
    const { key, path, create } = await createAccount();
    const made = await create({ ...given, expiresAt: '2199-01-01T00:00:00+02:00' });
    expect(made.json.expiresAt).toBe('2198-12-31T22:00:00.000Z');
    const fault = [422, 'expiresAt', 'must be in the future'];
    const past = new Date(Date.now() - 1000).toISOString();
    expect(errorOf(await create({ ...given, expiresAt: past }))).toEqual(fault);
    expect(
      errorOf(await key.call('PATCH', `${path}/${made.json.id}`, { body: { expiresAt: past } })),
    ).toEqual(fault);
    expect(errorOf(await create({ ...given, expiresAt: '9999-12-31T23:59:59-12:00' }))).toEqual([
      422,
      'expiresAt',
      'must be before the year 10000 in UTC',
    ]);
    expect((await create({ match: { rule: 'label' }, reason: 'x' })).json.expiresAt).toBeNull();
  });

  it.each<[string, object, string, string]>([
    ['no match', { reason: 'x' }, 'match', 'is required'],
    ['an empty match', { match: {}, reason: 'x' }, 'match', 'must give at least one of'],
    ['no reason', { match: { rule: 'label' } }, 'reason', 'is required'],
    [
      'an empty reason',
      { match: { rule: 'label' }, reason: ' ' },
      'reason',
      'must not be empty; give the reason',
    ],
    ['a long reason', { match: { rule: 'label' }, reason: 'x'.repeat(501) }, 'reason', 'at most 500'],
    ['an unknown rule', { match: { rule: 'labels' }, reason: 'x' }, 'match.rule', 'must be the id of a rule'],
    ['a wrong selector', { match: { selector: 'a >' }, reason: 'x' }, 'match.selector', 'must be a CSS sel'],
    ['a wrong glob', { match: { page: 'blog' }, reason: 'x' }, 'match.page', 'must begin with /'],
    [
      'a wrong fingerprint',
      { match: { fingerprint: 'f1_12' }, reason: 'x' },
      'match.fingerprint',
      'must be the',
    ],
    [
      'a date instead of a time',
      { ...given, expiresAt: '2199-01-01' },
      'expiresAt',
      'must be a time such as',
    ],
    ['an author', { ...given, author: 'me' }, 'author', 'is not known here'],
  ])('are rejected with %s', async (_, body, path, message) => {
    const { create } = await getSharedSite();
    const answer = await create(body);
    expect([answer.status, answer.json.errors[0].path]).toEqual([422, path]);
    expect(answer.json.errors[0].message).toContain(message);
  });

  it('reject a change of the match, and an empty change', async () => {
    const { key, path, create } = await createAccount();
    const one = `${path}/${(await create()).json.id}`;
    const matching = await key.call('PATCH', one, { body: { match: { rule: 'label' } } });
    expect([matching.status, matching.json.errors[0].path]).toEqual([422, 'match']);
    expect(errorOf(await key.call('PATCH', one, { body: {} }))).toEqual([
      422,
      '',
      'must change at least one of reason, expiresAt',
    ]);
  });

  it('are listed page by page with a cursor that works for no other list', async () => {
    const { key, siteId, path, create } = await createAccount();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await create()).json.id);
    const first = (await key.call('GET', `${path}?limit=2`)).json;
    const rest = (await key.call('GET', `${path}?limit=2&cursor=${first.nextCursor}`)).json;
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    for (const elsewhere of [`/sites/${siteId}/trend`, `/sites/${siteId}/scans`]) {
      const answer = await key.call('GET', `${elsewhere}?cursor=${first.nextCursor}`);
      expect(answer.json.code).toBe('cursor-invalid');
    }
  });

  it('are limited in number, and the response states the limit', async () => {
    const { create } = await createAccount();
    for (let made = 0; made < 50; made += 5) {
      await Promise.all(Array.from({ length: 5 }, () => create()));
    }
    const selectors = await create();
    expect([selectors.status, selectors.json.code]).toEqual([409, 'suppressions-limit']);
    expect(selectors.json.detail).toContain('50 suppressions with a selector');
    expect((await create({ match: { rule: 'label' }, reason: 'x' })).status).toBe(201);
  });

  it('answer like unknown ones if they belong to another account or are outside the key’s sites', async () => {
    const { accountId, path, siteId, create } = await createAccount();
    const { id } = (await create()).json;
    const limited = await api.key(accountId, { siteIds: [createId('site', new Date())] });
    const body = ({ json }: Answer) => ({ ...json, instance: '' });
    const unknownSite = `/sites/${createId('site', new Date())}/suppressions`;
    const calls: [string, string, object][] = [
      ['GET', '', {}],
      ['POST', '', { body: given }],
      ['PATCH', `/${id}`, { body: { reason: 'x' } }],
      ['DELETE', `/${id}`, {}],
    ];
    for (const [method, rest, sent] of calls) {
      const unknown = body(await admin.call(method, unknownSite + rest, sent));
      expect(unknown).toMatchObject({ status: 404, code: 'site-not-found' });
      expect(body(await admin.call(method, path + rest, sent))).toEqual(unknown);
      expect(body(await limited.call(method, path + rest, sent))).toEqual(unknown);
    }
    expect((await admin.call('GET', `/sites/${siteId}/trend`)).json.code).toBe('site-not-found');
  });

  it('answer 404 if they belong to another site of the account, or if the id is malformed', async () => {
    const { owner, path, create } = await createAccount();
    const { id } = (await create()).json;
    const other = await owner.call('POST', '/sites', { body: { name: 'B', url: 'https://b.example/' } });
    for (const wrong of [`/sites/${other.json.id}/suppressions/${id}`, `${path}/nonsense`]) {
      const answer = await owner.call('DELETE', wrong);
      expect([answer.status, answer.json.code]).toEqual([404, 'suppression-not-found']);
    }
    expect((await owner.call('GET', path)).json.items).toHaveLength(1);
  });
});

let oneForAll: ReturnType<typeof createAccount> | undefined;
/** A site for calls that change nothing. */
function getSharedSite() {
  oneForAll ??= createAccount();
  return oneForAll;
}

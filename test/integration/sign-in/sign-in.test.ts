import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { ensurePerson, findPerson, findPersonId } from '../../../adapters/dynamodb/people.ts';
import { readRefusalCount } from '../../../adapters/dynamodb/refusals.ts';
import { findSession, listSessions } from '../../../adapters/dynamodb/sessions.ts';
import { SIGN_IN_LOG } from '../../../core/audit/refusal.ts';
import { SESSIONS_MAX, type Session } from '../../../core/people/session.ts';
import { hashSessionValue } from '../../../core/people/session-value.ts';
import { encodeAttempt, getAttemptCookieName } from '../../../core/sign-in/attempt.ts';
import { SIGN_INS_PER_MINUTE } from '../../../functions/sign-in/sign-in-context.ts';
import { startIdentityProvider, type TestProvider } from '../../support/identity-provider.ts';
import { startParameters, type TestParameters } from '../../support/parameters.ts';
import { addMember, signIn } from '../../support/sign-in.ts';
import { type Api, startApi } from '../api/harness.ts';
import { TestBrowser } from './browser.ts';

const ORIGIN = 'https://dashboard.example';
const CLIENT = 'dashboard';
let api: Api;
let provider: TestProvider;
let parameters: TestParameters;
let handler: ConstructorParameters<typeof TestBrowser>[0];

beforeAll(async () => {
  [api, parameters] = await Promise.all([startApi(), startParameters()]);
  provider = await startIdentityProvider(CLIENT, `${ORIGIN}/api/v1/sign-in/callback`);
  process.env.AWS_ENDPOINT_URL_SSM = parameters.endpoint;
});
afterAll(() => Promise.all([api?.stop(), provider?.stop(), parameters?.stop()]));
beforeEach(async () => {
  Object.assign(provider, { isDown: false, ignoresPrompt: false, signedInSecondsAgo: 0 });
  provider.person = { subject: 'ada', email: 'Ada@Example.com', emailVerified: true, name: 'Ada' };
  // Each test has a function of its own, because the function limits the sign-ins of an address.
  handler = await createHandler(provider.issuer);
});

/** Returns the handler of the function for an issuer. */
async function createHandler(issuer: string, environment: Record<string, string> = {}) {
  const name = `/sign-in/${parameters.values.size}`;
  parameters.values.set(
    name,
    JSON.stringify({ origin: ORIGIN, issuer, clientId: CLIENT, signOut: { kind: 'oidc' } }),
  );
  const { createHandler: create } = await import('../../../functions/sign-in/handler.ts');
  const own = { SIGN_IN_PARAMETER: name, SIGN_IN_LOOPBACK_ISSUER: 'allowed', ...environment };
  return create({ ...process.env, ...own });
}

const newBrowser = () => new TestBrowser(handler);

async function sessionOf({ cookies }: TestBrowser): Promise<Session | undefined> {
  return findSession(api.tables.store, hashSessionValue(cookies.get('__Host-session') ?? ''));
}

const personIdOf = (subject: string) => findPersonId(api.tables.store, { issuer: provider.issuer, subject });

async function actionsOf(accountId: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { action, actor, detail } of readAuditLog(api.tables.store, accountId))
    found.unshift([action, actor, detail?.reason]);
  return found.filter((entry) => String((entry as string[])[0]).startsWith('session.'));
}

/** Returns the reasons in the log of sign-ins, with their counts. */
async function listRefusedSignIns(): Promise<Record<string, number | undefined>> {
  const { store } = api.tables;
  const found: Record<string, number | undefined> = {};
  for await (const entry of readAuditLog(store, SIGN_IN_LOG)) {
    expect(entry).toMatchObject({ action: 'session.refused', actor: 'unknown', target: 'unknown' });
    const reason = String(entry.detail?.reason);
    found[reason] = (found[reason] ?? 0) + ((await readRefusalCount(store, entry)) ?? 0);
  }
  return found;
}

describe('a sign-in', () => {
  it('begins a session of the person and returns to the page where it began', async () => {
    const browser = newBrowser();
    const begun = await browser.begin({ return: '/settings/api-keys?role=viewer#list' });
    const url = new URL(begun.location);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT,
      redirect_uri: `${ORIGIN}/api/v1/sign-in/callback`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    expect(begun.set).toHaveLength(1);
    expect(begun.set[0]).toMatch(
      /^__Host-sign-in-[\w-]{16}=[\w-]+; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    const finished = await browser.finish(await browser.visitProvider(begun.location));
    expect([finished.status, finished.location]).toEqual([302, '/settings/api-keys?role=viewer#list']);
    expect(finished.set[0]).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=1209600; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    expect([...browser.cookies.keys()]).toEqual(['__Host-session']);
    const session = await sessionOf(browser);
    expect(session).toMatchObject({ email: 'ada@example.com', browser: 'Firefox on Linux' });
    expect(Date.now() - Date.parse(session?.signedInAt ?? '')).toBeLessThan(60_000);
    const person = await findPerson(api.tables.store, session?.personId ?? '');
    expect(person).toMatchObject({ name: 'Ada', email: 'ada@example.com' });
    const { context } = await api.authorizeHeaders({ Cookie: browser.cookie });
    expect(context).toMatchObject({ kind: 'person', personId: session?.personId });
  });

  it('is the same person at the next sign-in, with the new address', async () => {
    const browser = newBrowser();
    await browser.signIn();
    const first = await sessionOf(browser);
    provider.person = { subject: 'ada', email: 'new@example.com', emailVerified: 'true' };
    const other = newBrowser();
    await other.signIn();
    const second = await sessionOf(other);
    expect(second?.personId).toBe(first?.personId);
    expect(second?.email).toBe('new@example.com');
    expect((await findPerson(api.tables.store, second?.personId ?? ''))?.email).toBe('new@example.com');
  });

  it('confirms the address that an operator entered', async () => {
    const { store } = api.tables;
    provider.person = { subject: 'added', email: 'added@example.com', emailVerified: true };
    const profile = { name: 'Added', email: 'added@example.com', emailUnverified: true } as const;
    const identity = { issuer: provider.issuer, subject: 'added' };
    const { personId } = await ensurePerson(store, identity, profile, new Date());
    expect((await findPerson(store, personId))?.emailUnverified).toBe(true);
    await newBrowser().signIn();
    expect(await findPerson(store, personId)).not.toHaveProperty('emailUnverified');
  });

  it('makes one person of two first sign-ins at the same time', async () => {
    provider.person = { subject: 'twice', email: 'twice@example.com', emailVerified: true };
    const browsers = [newBrowser(), newBrowser()];
    await Promise.all(browsers.map((each) => each.signIn()));
    const sessions = await Promise.all(browsers.map(sessionOf));
    expect(new Set(sessions.map((each) => each?.personId))).toEqual(new Set([await personIdOf('twice')]));
  });

  it('ends the session that the browser had when it began, also that of another person', async () => {
    const planted = await api.person();
    const accountId = await api.account();
    await addMember(api.tables.store, planted.personId, accountId);
    const browser = newBrowser();
    const [name = '', value = ''] = planted.cookie.split('=');
    browser.cookies.set(name, value);
    const finished = await browser.signIn({ return: '/settings/members' });
    // The page was one of the other person.
    expect(finished.location).toBe('/');
    expect(await findSession(api.tables.store, planted.sessionHash)).toBeUndefined();
    expect(browser.cookies.get('__Host-session')).not.toBe(value);
    expect(await actionsOf(accountId)).toEqual([['session.ended', planted.personId, 'new-sign-in']]);
  });

  it('is recorded in the audit log of each account of the person, without the address', async () => {
    const browser = newBrowser();
    await browser.signIn();
    const personId = (await personIdOf('ada')) ?? '';
    const accounts = [await api.account(), await api.account()];
    for (const accountId of accounts) await addMember(api.tables.store, personId, accountId);
    await browser.signIn();
    for (const accountId of accounts) {
      // The entries of one millisecond have no order.
      expect((await actionsOf(accountId)).sort()).toEqual([
        ['session.ended', personId, 'new-sign-in'],
        ['session.started', personId, undefined],
      ]);
      for await (const entry of readAuditLog(api.tables.store, accountId))
        expect(JSON.stringify(entry)).not.toContain('@');
    }
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/x/..//evil.example',
    '/%09/evil.example\t',
    'javascript:alert(1)',
    '/api/v1/scans/x/report?format=html',
    '/API/v1/me',
    '/%61pi/v1/me',
    '/./api/v1/me',
    `/${'a'.repeat(600)}`,
    'settings',
  ])('does not return to %s', async (path) => {
    const browser = newBrowser();
    const { location } = await browser.signIn({ return: path });
    const target = new URL(location, ORIGIN);
    expect(target.origin).toBe(ORIGIN);
    if (!path.startsWith('/%09')) expect(location).toBe('/');
    expect(target.pathname).not.toMatch(/^\/api\//i);
  });

  it('works twice at the same time in two tabs', async () => {
    const browser = newBrowser();
    const [one, other] = [await browser.begin({ return: '/one' }), await browser.begin({ return: '/other' })];
    const [first, second] = [
      await browser.visitProvider(one.location),
      await browser.visitProvider(other.location),
    ];
    expect((await browser.finish(second)).location).toBe('/other');
    expect((await browser.finish(first)).location).toBe('/one');
  });

  it('keeps at most three attempts of a browser', async () => {
    const browser = newBrowser();
    for (let attempt = 0; attempt < 6; attempt++) await browser.begin();
    expect(browser.cookies.size).toBe(3);
  });
});

it('lets the same person sign in at a local provider whose port has changed', async () => {
  const moved = await startIdentityProvider(CLIENT, `${ORIGIN}/api/v1/sign-in/callback`);
  try {
    moved.person = provider.person;
    expect(moved.issuer).not.toBe(provider.issuer);
    const [before, after] = [newBrowser(), new TestBrowser(await createHandler(moved.issuer))];
    await before.signIn();
    await after.signIn();
    expect((await sessionOf(after))?.personId).toBe((await sessionOf(before))?.personId);
  } finally {
    await moved.stop();
  }
});

describe('a sign-in again', () => {
  it('lets the person prove again who they are', async () => {
    const browser = newBrowser();
    await browser.signIn();
    const first = await sessionOf(browser);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await browser.signIn();
    const silent = await sessionOf(browser);
    expect(silent?.signedInAt).toBe(first?.signedInAt);
    const begun = await browser.begin({ again: 'true' });
    expect(Object.fromEntries(new URL(begun.location).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '900',
    });
    const { location } = await browser.signIn({ again: 'true', return: '/settings/api-keys' });
    expect(location).toBe('/settings/api-keys');
    const renewed = await sessionOf(browser);
    expect(Date.parse(renewed?.signedInAt ?? '')).toBeGreaterThan(Date.parse(first?.signedInAt ?? ''));
  });

  it('fails with words if the provider ignores that it must', async () => {
    const browser = newBrowser();
    provider.signedInSecondsAgo = 120;
    await browser.signIn();
    const [personId = '', accountId] = [await personIdOf('ada'), await api.account()];
    await addMember(api.tables.store, personId, accountId);
    provider.ignoresPrompt = true;
    expect((await browser.signIn({ again: 'true' })).location).toBe(
      '/signed-out?problem=sign-in-not-renewed',
    );
    expect(await actionsOf(accountId)).toEqual([['session.refused', personId, 'sign-in-not-renewed']]);
    // The session of before goes on.
    expect(await sessionOf(browser)).toBeDefined();
  });
});

describe('a sign-in at a time that differs', () => {
  const finishAt = async (seconds: number) => {
    const browser = newBrowser();
    const query = await browser.visitProvider((await browser.begin()).location);
    const [name = '', value = ''] = [...browser.cookies].find(([each]) => each.includes('sign-in')) ?? [];
    const attempt = JSON.parse(Buffer.from(value, 'base64url').toString());
    const now = Date.now() + seconds * 1_000;
    browser.cookies.set(name, encodeAttempt({ ...attempt, startedAt: now }));
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const { location } = await browser.finish(query).finally(() => vi.useRealTimers());
    return location;
  };

  it.each([
    ['is accepted within a minute', -40, '/'],
    ['fails if the provider is far ahead', -90, '/signed-out?problem=clock-skew'],
  ])('%s', async (_, seconds, location) => {
    expect(await finishAt(seconds)).toBe(location);
  });
});

describe('a sign-in fails', () => {
  const problemOf = ({ status, location, set }: { status: number; location: string; set: string[] }) => {
    expect(status).toBe(302);
    expect(set.filter((each) => each.startsWith('__Host-session'))).toEqual([]);
    return location;
  };

  it.each(['cross-site', 'same-site', ''])('if another site started it: %j', async (site) => {
    const begun = await newBrowser().begin({}, site);
    expect(problemOf(begun)).toBe('/signed-out?problem=not-started');
    expect(begun.set).toEqual([]);
  });

  it.each(['', '1', 'false', 'TRUE'])(
    'if a link asks to sign in again with another value: %j',
    async (again) => {
      const begun = await newBrowser().begin({ again });
      expect(problemOf(begun)).toBe('/signed-out?problem=not-started');
      expect(begun.set).toEqual([]);
    },
  );

  it('if the person cancels', async () => {
    provider.person = null;
    expect(problemOf(await newBrowser().signIn())).toBe('/signed-out?problem=refused');
  });

  it('which is recorded in a log of its own, by hour and reason, whether the person is known or not', async () => {
    const before = await listRefusedSignIns();
    const increaseOf = async (reason: string) =>
      ((await listRefusedSignIns())[reason] ?? 0) - (before[reason] ?? 0);
    await newBrowser().begin({}, 'cross-site');
    expect(await increaseOf('not-started')).toBe(1);
    await newBrowser().finish({ state: 'x' });
    expect(await increaseOf('attempt-unknown')).toBe(1);
    provider.person = { subject: 'mallory', email: 'mallory@example.com', emailVerified: false };
    for (let attempt = 0; attempt < 3; attempt++) await newBrowser().signIn();
    expect(await increaseOf('email-not-verified')).toBe(3);
    const entries = await Array.fromAsync(readAuditLog(api.tables.store, SIGN_IN_LOG));
    const unverified = entries.filter(({ detail }) => detail?.reason === 'email-not-verified');
    // The hour may end meanwhile.
    expect(unverified.length).toBeLessThan(3);
    expect(JSON.stringify(entries)).not.toContain('mallory');
  });

  it.each([
    ['is missing', {}],
    ['is not verified', { email: 'eve@example.com', emailVerified: false }],
    ['is not said to be verified', { email: 'eve@example.com' }],
    ['is said to be verified in other words', { email: 'eve@example.com', emailVerified: 'yes' }],
  ])('if the address %s', async (_, claims) => {
    provider.person = { subject: 'eve', ...claims };
    const browser = newBrowser();
    expect(problemOf(await browser.signIn())).toBe('/signed-out?problem=email-not-verified');
    expect(await personIdOf('eve')).toBeUndefined();
    expect(browser.cookies.size).toBe(0);
  });

  it('if the address of a known person is not verified any more, which is recorded', async () => {
    provider.person = { subject: 'bob', email: 'bob@example.com', emailVerified: true };
    await newBrowser().signIn();
    const [personId = '', accountId] = [await personIdOf('bob'), await api.account()];
    await addMember(api.tables.store, personId, accountId);
    provider.person = { subject: 'bob', email: 'bob@example.com', emailVerified: false };
    await newBrowser().signIn();
    expect(await actionsOf(accountId)).toEqual([['session.refused', personId, 'email-not-verified']]);
  });

  it('if the provider is down, before and after the redirect', async () => {
    provider.isDown = true;
    const cold = new TestBrowser(await createHandler(provider.issuer));
    expect(problemOf(await cold.begin())).toBe('/signed-out?problem=provider-down');
    provider.isDown = false;
    const browser = newBrowser();
    const query = await browser.visitProvider((await browser.begin()).location);
    provider.isDown = true;
    expect(problemOf(await browser.finish(query))).toBe('/signed-out?problem=provider-down');
    const unreachable = new TestBrowser(await createHandler('http://127.0.0.1:9'));
    expect(problemOf(await unreachable.begin())).toBe('/signed-out?problem=provider-down');
    provider.isDown = false;
    // The failure is not cached.
    expect(new URL((await cold.begin()).location).origin).toBe(provider.issuer);
  });

  it('if the code or the state is used a second time', async () => {
    const browser = newBrowser();
    const begun = await browser.begin();
    const copied = new Map(browser.cookies);
    const query = await browser.visitProvider(begun.location);
    expect((await browser.finish(query)).location).toBe('/');
    const session = browser.cookies.get('__Host-session');
    expect(problemOf(await browser.finish(query))).toBe('/signed-out?problem=attempt-unknown');
    expect(browser.cookies.get('__Host-session')).toBe(session);
    const thief = newBrowser();
    for (const [name, value] of copied) thief.cookies.set(name, value);
    expect(problemOf(await thief.finish(query))).toBe('/signed-out?problem=refused');
  });

  it('if another browser started it', async () => {
    const [victim, attacker] = [newBrowser(), newBrowser()];
    const query = await attacker.visitProvider((await attacker.begin()).location);
    await victim.begin();
    const requests = provider.requests.length;
    expect(problemOf(await victim.finish(query))).toBe('/signed-out?problem=attempt-unknown');
    // Neither the code nor anything else was sent to the provider.
    expect(provider.requests.length).toBe(requests);
  });

  it('if it took more than ten minutes', async () => {
    const browser = newBrowser();
    const query = await browser.visitProvider((await browser.begin()).location);
    const [name = '', value = ''] = [...browser.cookies][0] ?? [];
    const attempt = JSON.parse(Buffer.from(value, 'base64url').toString());
    browser.cookies.set(name, encodeAttempt({ ...attempt, startedAt: attempt.startedAt - 600_000 }));
    expect(problemOf(await browser.finish(query))).toBe('/signed-out?problem=attempt-unknown');
  });

  it.each<[string, (attempt: Record<string, unknown>) => unknown, string]>([
    ['with another nonce', (attempt) => ({ ...attempt, nonce: 'a'.repeat(43) }), 'refused'],
    ['with another verifier', (attempt) => ({ ...attempt, verifier: 'a'.repeat(43) }), 'refused'],
    ['with another state', (attempt) => ({ ...attempt, state: 'a'.repeat(43) }), 'attempt-unknown'],
    ['without a state', ({ state: _, ...attempt }) => attempt, 'attempt-unknown'],
    ['with a hash that is not one', (attempt) => ({ ...attempt, sessionHash: 'x' }), 'attempt-unknown'],
    ['that is not an object', () => 'x', 'attempt-unknown'],
  ])('if its cookie is replaced by one %s', async (_, forge, problem) => {
    const browser = newBrowser();
    const query = await browser.visitProvider((await browser.begin()).location);
    const [name = '', value = ''] = [...browser.cookies][0] ?? [];
    const attempt = JSON.parse(Buffer.from(value, 'base64url').toString());
    browser.cookies.set(name, Buffer.from(JSON.stringify(forge(attempt))).toString('base64url'));
    expect(problemOf(await browser.finish(query))).toBe(`/signed-out?problem=${problem}`);
  });

  it('if the response is not one of the provider', async () => {
    const browser = newBrowser();
    const { state = '' } = await browser.visitProvider((await browser.begin()).location);
    expect(getAttemptCookieName(state)).toMatch(/^__Host-sign-in-/);
    expect(problemOf(await browser.finish({ state, code: 'guessed', iss: provider.issuer }))).toBe(
      '/signed-out?problem=refused',
    );
    for (const query of [{}, { state: '' }, { code: 'x' }, { state: '../x' }] as Record<string, string>[])
      expect(problemOf(await newBrowser().finish(query))).toBe('/signed-out?problem=attempt-unknown');
  });

  it('if the response names another issuer', async () => {
    const browser = newBrowser();
    const query = await browser.visitProvider((await browser.begin()).location);
    const mixed = await browser.finish({ ...query, iss: 'https://evil.example' });
    expect(problemOf(mixed)).toBe('/signed-out?problem=refused');
  });

  it('if too many came from one address', async () => {
    const busy = new TestBrowser(await createHandler(provider.issuer));
    const problems = new Set<string>();
    for (let attempt = 0; attempt < 61; attempt++)
      problems.add((await busy.begin()).location.split('?')[0] ?? '');
    expect([...problems].filter((each) => each.startsWith('/'))).toEqual(['/signed-out']);
  });

  it('if the issuer does not use https and is not allowed to', async () => {
    const { createHandler: create } = await import('../../../functions/sign-in/handler.ts');
    const [name = ''] = parameters.values.keys();
    const strict = new TestBrowser(create({ ...process.env, SIGN_IN_PARAMETER: name }));
    const { status, json } = await strict.begin();
    expect([status, json.code]).toEqual([500, 'internal-error']);
  });

  it('if the service runs without its dashboard', async () => {
    parameters.values.set('/without', JSON.stringify({ origin: 'https://api.example/api/v1' }));
    const { createHandler: create } = await import('../../../functions/sign-in/handler.ts');
    const alone = new TestBrowser(create({ ...process.env, SIGN_IN_PARAMETER: '/without' }));
    const { status, json } = await alone.begin();
    expect([status, json.code]).toEqual([404, 'route-not-found']);
    expect(json.detail).toContain('without its dashboard');
  });
});

describe('a person with many sessions', () => {
  it('loses the oldest ones at a sign-in, so that a list of them stays short', async () => {
    const browser = newBrowser();
    await browser.signIn();
    const { personId, sessionId } = (await sessionOf(browser)) as Session;
    const session = { createdAt: new Date().toISOString() };
    for (let at = 0; at < SESSIONS_MAX; at++) await signIn(api.tables.store, { personId, session });
    const newest = newBrowser();
    await newest.signIn();
    const kept = (await listSessions(api.tables.store, personId, new Date())).map((each) => each.sessionId);
    expect(kept).toHaveLength(SESSIONS_MAX);
    expect(kept).toContain((await sessionOf(newest))?.sessionId);
    expect(kept).not.toContain(sessionId);
  });
});

describe('a program that makes up attempts', () => {
  it('reaches the provider a limited number of times in a minute', async () => {
    const program = new TestBrowser(await createHandler(provider.issuer));
    const state = 'a'.repeat(43);
    const attempt = encodeAttempt({
      state,
      nonce: state,
      verifier: state,
      return: '/',
      startedAt: Date.now(),
      again: false,
    });
    const problems = new Map<string, number>();
    for (let at = 0; at < SIGN_INS_PER_MINUTE + 5; at++) {
      program.cookies.set(getAttemptCookieName(state), attempt);
      const { location } = await program.finish({ code: 'made-up', state, iss: provider.issuer });
      problems.set(location, (problems.get(location) ?? 0) + 1);
    }
    expect(Object.fromEntries(problems)).toEqual({
      '/signed-out?problem=refused': SIGN_INS_PER_MINUTE,
      '/signed-out?problem=too-many-sign-ins': 5,
    });
  });
});

describe('a sign-out', () => {
  it('ends the session and says where to sign out of the provider', async () => {
    const browser = newBrowser();
    await browser.signIn();
    const before = browser.cookie;
    const answer = await browser.signOut();
    expect(answer.status).toBe(200);
    const url = new URL(answer.json.providerSignOutUrl);
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      provider.issuer,
      `${ORIGIN}/signed-out`,
    ]);
    expect(browser.cookies.size).toBe(0);
    expect((await api.authorizeHeaders({ Cookie: before })).context?.code).toBe('session-ended');
  });

  it('succeeds with a session that has ended, without one, and if the provider is down', async () => {
    provider.isDown = true;
    const browser = new TestBrowser(await createHandler(provider.issuer));
    expect((await browser.signOut()).json).toEqual({ providerSignOutUrl: null });
    browser.cookies.set('__Host-session', 'a'.repeat(43));
    expect((await browser.signOut()).status).toBe(200);
    expect(browser.cookies.size).toBe(0);
  });

  it.each([
    ['another site', { 'Sec-Fetch-Site': ['cross-site'] }],
    ['a page without the header', { 'A11y-Account': [] }],
  ])('is refused from %s', async (_, headers) => {
    const browser = newBrowser();
    await browser.signIn();
    const { status, json } = await browser.signOut(headers);
    expect([status, json.code]).toEqual([403, 'cross-site-request']);
    expect(await sessionOf(browser)).toBeDefined();
  });
});

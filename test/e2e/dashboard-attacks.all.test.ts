import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { HTTPResponse } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemKeys } from '../../adapters/dynamodb/item-keys.ts';
import { DASHBOARD_HOST } from '../../local/gateway/sites.ts';
import { type DashboardBrowser, launchDashboardBrowser } from '../support/dashboard/browser.ts';
import { waitForAnnouncement, waitForScreen } from '../support/dashboard/open-screen.ts';
import { admit, Visitor } from '../support/dashboard/visitor.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import { signIn } from '../support/sign-in.ts';
import { type SmallSite, servePages } from '../support/small-site.ts';

/** Addresses of this run. */
const domain = `${randomUUID()}.example`;

let service: TestService;
let browser: DashboardBrowser;
/** The pages of the attacker. */
let evil: SmallSite;
let accountId: string;
let otherAccountId: string;
let adaId: string;
let ada: Visitor;
let key: TestKey;
/** What no log may contain. */
const secrets: string[] = [];

beforeAll(async () => {
  [service, browser, evil] = await Promise.all([
    sharedService(),
    launchDashboardBrowser(),
    servePages({ '/': '<!doctype html><title>Evil</title><p>Evil' }),
  ]);
  [accountId, otherAccountId] = [await service.account(), await service.account()];
  adaId = await admit(service, `ada@${domain}`, accountId);
  await admit(service, `ada@${domain}`, otherAccountId);
  key = await service.key(accountId, { name: 'CI' });
  ada = await Visitor.arrive(browser.browser, service);
  await ada.open(`/settings/api-keys?account=${accountId}`, 'Sign in to continue');
  await ada.signIn(`ada@${domain}`, 'API keys');
  secrets.push((await ada.readSession()) ?? '');
});
afterAll(async () => {
  await browser?.close();
  await evil?.stop();
});

/** Returns a person at a browser of their own, with a session. */
async function arrive(personId: string, email: string): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser.browser, service);
  const { cookie } = await signIn(service.store, { personId, email });
  await visitor.useSession(cookie);
  secrets.push(cookie.split('=')[1] ?? '');
  return visitor;
}

/** Returns the URL of a page of the attacker. @param host a name of this machine */
const evilUrl = (host: string) => evil.url.replace('127.0.0.1', host);

describe('forged requests', () => {
  it.each([
    ['another site get no cookie:', '127.0.0.1', [401, 'key-missing']],
    ['another server on localhost get no cookie:', 'localhost', [401, 'key-missing']],
    [
      'another server on the host of the dashboard are refused with the cookie:',
      DASHBOARD_HOST,
      [403, 'cross-site-request'],
    ],
  ] as const)('of %s they change nothing and read nothing', async (_, host, expected) => {
    const tab = await ada.openTab();
    const seen: HTTPResponse[] = [];
    tab.page.on('response', (response) => seen.push(response));
    await tab.page.goto(evilUrl(host));
    const api = `${ada.origin}/api/v1`;
    const revocation = `/api-keys/${key.record.keyId}/revoke`;
    const results = await tab.page.evaluate(`(async () => {
      const send = (path, init) => fetch('${api}' + path, { credentials: 'include', ...init })
        .then(async (response) => response.type + await response.text(), () => 'refused');
      const headers = { 'A11y-Account': '${accountId}' };
      const image = new Image();
      const isShown = new Promise((resolve) => {
        image.onload = () => resolve('shown');
        image.onerror = () => resolve('refused');
      });
      image.src = '${api}/me';
      return [
        await send('/me'),
        await send('/api-keys', { headers }),
        await send('${revocation}', { method: 'POST', headers }),
        await send('/sign-out', { method: 'POST', headers }),
        await isShown,
        await send('${revocation}', { method: 'POST', mode: 'no-cors' }),
        await send('/sign-out', { method: 'POST', mode: 'no-cors' }),
      ];
    })()`);
    expect(results).toEqual([...Array(5).fill('refused'), 'opaque', 'opaque']);
    const sent = seen.filter((each) => each.request().method() === 'POST');
    expect(sent.map((each) => [new URL(each.url()).pathname, each.status()])).toEqual([
      [`/api/v1${revocation}`, expected[0]],
      ['/api/v1/sign-out', 403],
    ]);

    // An HTML form opens the answer as a page.
    const [answer] = await Promise.all([
      tab.page.waitForNavigation(),
      tab.page.evaluate(`document.body.innerHTML = '<form method="post" action="${api}${revocation}">';
        document.querySelector('[method]').submit()`),
    ]);
    expect([answer?.status(), (await answer?.json())?.code]).toEqual(expected);

    await tab.page.goto(evilUrl(host));
    await tab.page.evaluate(`location.href = '${api}/sign-in?return=/settings/members'`);
    await waitForScreen(tab.page, 'The sign-in did not begin here');
    await tab.page.close();
    expect((await ada.call('GET', `/api-keys/${key.record.keyId}`, accountId)).json.status).toBe('active');
  });
});

describe('a frame of another page', () => {
  it.each(['127.0.0.1', DASHBOARD_HOST])('shows no screen and no page of the sign-in: %s', async (host) => {
    const tab = await ada.openTab();
    await tab.page.goto(evilUrl(host));
    const provider = ada.origin.replace(DASHBOARD_HOST, '127.0.0.1');
    const urls = [
      `${ada.origin}/settings/api-keys?account=${accountId}`,
      `${ada.origin}/api/v1/sign-in`,
      `${provider}/sign-in/unknown`,
    ];
    await tab.page.evaluate(`Promise.all(${JSON.stringify(urls)}.map((src) => new Promise((onload) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src, onload }));
    })))`);
    const frames = tab.page.mainFrame().childFrames();
    expect(frames.map((frame) => frame.url())).toEqual(Array(3).fill('chrome-error://chromewebdata/'));
    await tab.page.close();
  });
});

describe('a sign-in', () => {
  let grace: Visitor;
  let callback: string;
  let attempt: string;
  let session: string;

  it('replaces a session that somebody planted, and returns to no page of that person', async () => {
    const eveId = await admit(service, `eve@${domain}`, await service.account());
    const { cookie } = await signIn(service.store, { personId: eveId, email: `eve@${domain}` });
    grace = await Visitor.arrive(browser.browser, service);
    await grace.page.goto(evilUrl(DASHBOARD_HOST));
    await grace.page.evaluate(`document.cookie = '${cookie}; Secure; Path=/; SameSite=Strict'`);
    expect(await grace.readSession()).toBe(cookie.split('=')[1]);

    grace.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith('/sign-in')) attempt = response.headers()['set-cookie'] ?? '';
      if (pathname.endsWith('/callback')) callback = response.url();
    });
    await grace.page.goto(`${grace.origin}/api/v1/sign-in?return=/settings/members`);
    await grace.authenticate(`grace@${domain}`);
    await waitForScreen(grace.page, 'You are not a member of an account');
    expect(new URL(grace.page.url()).pathname).toBe('/');
    session = (await grace.readSession()) ?? '';
    expect(session).not.toBe(cookie.split('=')[1]);
    secrets.push(session);

    const eve = await Visitor.arrive(browser.browser, service);
    await eve.useSession(cookie);
    await eve.open('/', 'Sign in to continue');
    await eve.leave();
  });

  it('is not repeated: code and state work once, and only in the browser that began', async () => {
    expect(callback).toMatch(/code=.+&state=.+/);
    await grace.page.goto(callback);
    await waitForScreen(grace.page, 'This sign-in is not known');
    expect(await grace.readSession()).toBe(session);

    const thief = await Visitor.arrive(browser.browser, service);
    await thief.page.goto(callback);
    await waitForScreen(thief.page, 'This sign-in is not known');
    const [name = '', value = ''] = attempt.split(';', 1)[0]?.split('=') ?? [];
    expect(name).toMatch(/^__Host-sign-in-/);
    await thief.context.setCookie({ name, value, domain: DASHBOARD_HOST, path: '/', secure: true });
    await thief.page.goto(callback);
    await waitForScreen(thief.page, 'The sign-in was refused');
    expect(await thief.readSession()).toBeUndefined();
    await thief.leave();
  });

  it.each(['//HOST/', '/\\HOST/', '/\t/HOST/', 'http://HOST/'])('does not return to %s', async (path) => {
    const before = evil.requested.length;
    const target = encodeURIComponent(path.replace('HOST', new URL(evil.url).host));
    await grace.page.goto(`${grace.origin}/api/v1/sign-in?return=${target}`);
    await waitForScreen(grace.page);
    expect(new URL(grace.page.url()).origin).toBe(grace.origin);
    expect(evil.requested.length).toBe(before);
  });
});

describe('an invitation', () => {
  it('is not opened to another person, by neither screen nor call', async () => {
    const email = `heidi@${domain}`;
    const { json } = await ada.call('POST', '/invitations', accountId, { email, role: 'admin' });
    const token = new URL(json.link).hash.slice(1);
    secrets.push(token);
    const malloryId = await admit(service, `mallory@${domain}`, await service.account());
    const mallory = await arrive(malloryId, `mallory@${domain}`);
    await mallory.page.goto(json.link);
    await mallory.waitForText('This invitation is for another person');
    expect(mallory.page.url()).not.toContain(token);
    expect(await mallory.read()).not.toMatch(/heidi|ada@|Accept/);
    for (const action of ['preview', 'accept']) {
      const answer = await mallory.call('POST', `/me/invitations/${action}`, 'none', { token });
      expect([answer.status, answer.json.code]).toEqual([403, 'invitation-for-another-person']);
      expect(JSON.stringify(answer.json)).not.toMatch(/heidi|Test/);
    }
    expect((await mallory.call('GET', '/me', 'none')).json.accounts).toHaveLength(1);
    await mallory.leave();
  });

  it('reveals to nobody whether an address is known: the answers are equal', async () => {
    const answers = [];
    for (const email of [`grace@${domain}`, `nobody@${domain}`]) {
      const answer = await ada.call('POST', '/invitations', accountId, { email, role: 'viewer' });
      secrets.push(new URL(answer.json.link).hash.slice(1));
      answers.push(
        JSON.stringify(answer)
          .replaceAll(email, 'EMAIL')
          .replaceAll(/\d{4}-[\d-]+T[\d:.]+Z/g, 'TIME')
          .replaceAll(/invite_[\w.-]+/g, 'ID'),
      );
    }
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain('"status":201');
  });
});

describe('a member', () => {
  let bob: Visitor;
  let bobId: string;

  it('gets no higher role by a forged body', async () => {
    bobId = await admit(service, `bob@${domain}`, accountId, 'manager');
    bob = await arrive(bobId, `bob@${domain}`);
    await bob.open(`/?account=${accountId}`, 'Overview');
    const forged: [string, string, object, number][] = [
      ['PATCH', `/members/${bobId}`, { role: 'admin' }, 403],
      ['POST', '/invitations', { email: `bob@${domain}`, role: 'admin' }, 403],
      ['POST', '/api-keys', { name: 'x', role: 'admin' }, 403],
      ['POST', `/api-keys/${key.record.keyId}/rotate`, {}, 403],
      ['PATCH', '/me', { name: 'Bob', role: 'admin' }, 422],
      ['PATCH', '/me', { name: 'Bob', accounts: [{ accountId, role: 'admin' }] }, 422],
      ['POST', '/me/invitations/accept', { token: 'x', role: 'admin' }, 422],
    ];
    for (const [method, path, body, status] of forged) {
      const answer = await bob.call(method, path, accountId, body);
      expect(answer.status, `${method} ${path}`).toBe(status);
    }
    const me = await bob.call('GET', '/me', 'none');
    expect(me.json.accounts).toEqual([expect.objectContaining({ accountId, role: 'manager' })]);
    expect((await bob.call('GET', '/members', otherAccountId)).json.code).toBe('not-a-member');
  });

  it('who is removed while working sees nothing more from the next call on', async () => {
    await bob.follow('Usage');
    expect((await ada.call('DELETE', `/members/${bobId}`, accountId)).status).toBe(200);
    await bob.press('Account', 'link');
    await bob.waitForText('not a member');
    expect(await bob.read('main')).not.toContain('Test');
    await bob.page.reload();
    await waitForScreen(bob.page, 'You are not a member of an account');
    expect(bob.errors).toEqual([]);
    await bob.leave();
  });
});

describe('two tabs', () => {
  it('with two accounts change each its own', async () => {
    await ada.call('PATCH', '/account', otherAccountId, { name: 'Other' });
    const other = await ada.openTab();
    await other.open(`/settings/api-keys/new?account=${otherAccountId}`, 'Create API key');
    await ada.follow('Overview');
    await ada.follow('API keys');
    await ada.follow('Create API key');
    for (const [tab, name] of [
      [other, 'In the other account'],
      [ada, 'In this account'],
    ] as const) {
      await tab.fill('Name', name);
      await tab.press('Create API key');
      await waitForScreen(tab.page, `Value of ${name}`);
    }
    const namesIn = async (id: string) =>
      (await ada.call('GET', '/api-keys', id)).json.items.map(({ name }: { name: string }) => name).sort();
    expect(await namesIn(accountId)).toEqual(['CI', 'In this account']);
    expect(await namesIn(otherAccountId)).toEqual(['In the other account']);
    await other.page.close({ runBeforeUnload: false });
  });

  it('with two people never mix them: the tab of the first is refused in the account of the first', async () => {
    const email = `rupert@${domain}`;
    const rupertId = await admit(service, email, await service.account());
    const { cookie } = await signIn(service.store, { personId: rupertId, email });
    const own = (await ada.readSession()) ?? '';
    await ada.useSession(cookie);
    try {
      await ada.press('Done', 'link');
      await ada.press('Leave');
      await ada.waitForText('not a member');
      expect(await ada.read('main')).not.toContain('In this account');
    } finally {
      await ada.useSession(`__Host-session=${own}`);
    }
  });
});

describe('the value of a key', () => {
  it('is in no URL, no history, no storage and no cached page, and not in the document after leaving', async () => {
    const tab = await ada.openTab();
    const requested: string[] = [];
    tab.page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')));
    await tab.open(`/settings/api-keys/new?account=${accountId}`, 'Create API key');
    await tab.fill('Name', 'Secret');
    await tab.press('Create API key');
    await waitForScreen(tab.page, 'Value of Secret');
    const value = await tab.read('#value');
    expect(await tab.read()).toContain(value);
    secrets.push(value, value.slice(value.lastIndexOf('_') + 1));

    const client = await tab.page.createCDPSession();
    const readTraces = async () => [
      await client.send('Page.getNavigationHistory'),
      requested,
      await tab.page.evaluate(`(async () => JSON.stringify([
        location.href, document.title, history.state, name, { ...localStorage }, { ...sessionStorage },
        document.cookie, await caches.keys(), await indexedDB.databases(),
        performance.getEntries().map((each) => each.name),
      ]))()`),
    ];
    expect(JSON.stringify(await readTraces())).not.toContain(value);
    // This browser has no page cache. It would keep the document as it is after the event.
    await tab.page.evaluate(`addEventListener('pagehide', () => {
      sessionStorage.cached = document.documentElement.outerHTML;
    })`);
    tab.page.once('dialog', (dialog) => void dialog.accept());
    await tab.open('/accessibility', 'Accessibility');
    const cached = await tab.page.evaluate(`[sessionStorage.cached, delete sessionStorage.cached][0]`);
    expect(cached).toContain('API keys');
    expect(cached).not.toContain(value);
    await tab.page.goBack();
    await waitForScreen(tab.page, 'Value of the API key');
    expect(await tab.page.evaluate('document.documentElement.outerHTML')).not.toContain(value);
    expect(JSON.stringify(await readTraces())).not.toContain(value);
    await tab.page.close();
    expect(
      (await fetch(`${service.runtime.baseUrl}/sites`, { headers: { 'X-API-Key': value } })).status,
    ).toBe(200);
  });
});

describe('a sign-out', () => {
  it('leaves nothing to the back button, and the cookie of before opens nothing', async () => {
    const visitor = await arrive(adaId, `ada@${domain}`);
    await visitor.open(`/settings/members?account=${accountId}`, 'Members');
    await visitor.follow('API keys');
    await visitor.waitForText('In this account');
    const cookie = await visitor.readSession();
    await visitor.press('Sign out');
    await waitForScreen(visitor.page, 'Signed out');
    expect(await visitor.readSession()).toBeUndefined();
    await visitor.page.goBack();
    await waitForScreen(visitor.page, 'Sign in to continue');
    expect(visitor.page.url()).toContain('/settings/members');
    expect(await visitor.read()).not.toMatch(/In this account|ada@/);
    await visitor.useSession(`__Host-session=${cookie}`);
    await visitor.page.reload();
    await waitForScreen(visitor.page, 'Sign in to continue');
    expect(await visitor.page.evaluate('JSON.stringify([localStorage, sessionStorage])')).toBe(
      '[{"theme":"system"},{}]',
    );
    expect(visitor.errors).toEqual([]);
    await visitor.leave();
  });
});

describe('the report of a hostile page, opened at the path of the API', () => {
  it('runs in an origin of its own: it neither reads nor changes anything with the session', async () => {
    const lure = `${evil.url}lure`;
    const site = await servePages({
      '/': `<!doctype html><html lang="en"><title><script>alert(1)</script></title><main><h1>x</h1>
        <img src="data:," id="&quot;&gt;&lt;img src='${lure}' onerror='alert(1)'&gt;"></main></html>`,
    });
    const body = { name: 'Hostile', url: site.url };
    const { json: created } = await key.client.call('POST', '/sites', { body });
    const scan = await key.client.scan(created.id, { rules: ['wcag-a'], checks: 'axe' });
    await site.stop();

    // An attacker who found a way to add a script to the report, in spite of its own policy.
    const script = `async function attack() {
      const attempt = async (run) => { try { return String(await run()); } catch (error) { return error.name; } };
      return {
        origin: self.origin,
        cookie: await attempt(() => document.cookie),
        storage: await attempt(() => sessionStorage.length),
        read: await attempt(() => fetch('/api/v1/me', { headers: { 'A11y-Account': 'none' } })),
        window: await attempt(() => open('/')),
        post: await attempt(() => fetch('/api/v1/sign-out', { method: 'POST', mode: 'no-cors' })),
        submission: await attempt(() => {
          document.body.insertAdjacentHTML('beforeend', '<form method="post" action="/api/v1/sign-out">');
          document.querySelector('[method]').submit();
        }),
      };
    }`;
    const tab = await ada.openTab();
    const dialogs: string[] = [];
    tab.page.on('dialog', (dialog) => dialogs.push(dialog.message()) && void dialog.dismiss());
    const client = await tab.page.createCDPSession();
    await client.send('Fetch.enable', {
      patterns: [{ urlPattern: '*format=html', requestStage: 'Response' }],
    });
    client.on('Fetch.requestPaused', async ({ requestId, responseStatusCode = 0, responseHeaders = [] }) => {
      const { body: text, base64Encoded } = await client.send('Fetch.getResponseBody', { requestId });
      const html = Buffer.from(text, base64Encoded ? 'base64' : 'utf8').toString();
      const changed = `${html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')}<script>${script}</script>`;
      expect(changed.length).toBeLessThan(html.length + script.length);
      await client.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: responseStatusCode,
        responseHeaders,
        body: Buffer.from(changed).toString('base64'),
      });
    });
    await tab.page.setExtraHTTPHeaders({ 'A11y-Account': accountId });
    const path = `/api/v1/scans/${scan.id}/report?format=html`;
    const answer = await tab.page.goto(tab.origin + path);
    expect(answer?.status()).toBe(200);
    await tab.page.setExtraHTTPHeaders({});
    expect(await tab.page.evaluate('attack()')).toEqual({
      origin: 'null',
      cookie: 'SecurityError',
      storage: 'SecurityError',
      read: 'TypeError',
      window: 'null',
      post: '[object Response]',
      submission: 'undefined',
    });
    expect(await tab.read()).toContain('1 violation of 1 rule');
    expect(dialogs).toEqual([]);
    expect(evil.requested).not.toContain('/lure');
    expect(tab.page.url()).toBe(tab.origin + path);
    await tab.page.close();
    expect((await ada.call('GET', '/me', 'none')).status).toBe(200);
  });
});

describe('names that are markup', () => {
  it('are text on every screen: no violation of the policy, no element, no request', async () => {
    const name = `"><img src=${evil.url}lure onerror="document.title='attacked'">`;
    expect(name.length).toBeLessThanOrEqual(100);
    const email = `ivan@${domain}`;
    const ivanId = await admit(service, email, accountId);
    const ivan = await arrive(ivanId, email);
    await ivan.open(`/?account=${accountId}`, 'Overview');
    const described = { name, description: `<script src=${evil.url}lure></script>${name}` };
    const changes = [
      await ivan.call('PATCH', '/me', 'none', { name }),
      await ivan.call('PATCH', '/account', accountId, { name }),
      await ivan.call('POST', '/sites', accountId, { name, url: 'https://shop.example/' }),
      await ivan.call('POST', '/api-keys', accountId, described),
      await ivan.call('POST', '/alerts', accountId, { name, channel: { kind: 'mail', people: [ivanId] } }),
      await ivan.call('POST', '/webhooks', accountId, {
        url: evil.url,
        events: ['issues.new'],
        description: described.description.slice(0, 200),
      }),
    ];
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201, 201]);
    await ivan.page.reload();
    await waitForScreen(ivan.page, 'Overview');

    /** @param least how often the screen shows the name; the header has the names of account and person */
    const look = async (screen: string, least: number) => {
      // The heading of the screen before may have the name, too.
      await ivan.page.waitForFunction(
        `document.body.innerText.split(${JSON.stringify(name)}).length - 1 >= ${least}`,
        { polling: 30, timeout: 60_000 },
      );
      const elements = await ivan.page.evaluate(
        `document.querySelectorAll('img, iframe, object, embed, body script, [onerror], [style]').length`,
      );
      expect(elements, screen).toBe(0);
      expect(await ivan.page.title(), screen).toContain(name);
    };
    await look('Overview', 2);
    for (const screen of [
      'API keys',
      'Members',
      'Alerts',
      'Webhooks',
      'Usage',
      'Audit log',
      'Account',
      'Notifications',
      'Profile and sessions',
    ]) {
      await ivan.follow(screen);
      await look(screen, screen.startsWith('Profile') ? 2 : 3);
    }
    const { keyId } = changes[3]?.json.key ?? {};
    const site = `/sites/${changes[2]?.json.id}`;
    const suppression = { match: { page: '/**' }, reason: name };
    const suppressed = await ivan.call('POST', `${site}/suppressions`, accountId, suppression);
    expect(suppressed.status).toBe(201);
    for (const path of [
      `/settings/api-keys/${keyId}?`,
      `/settings/api-keys/${keyId}/rotate?`,
      `/settings/members/${ivanId}?`,
      `/settings/alerts/${changes[4]?.json.id}?`,
      `${site}?tab=groups&`,
      `${site}?tab=suppressions&`,
      `${site}?tab=suppressions&edit=${suppressed.json.id}&`,
      `${site}?tab=settings&`,
      `${site}/scan?`,
    ]) {
      await ivan.page.evaluate(`history.pushState(null, '', '${path}account=${accountId}');
        dispatchEvent(new PopStateEvent('popstate'))`);
      await waitForScreen(ivan.page, name);
      await look(path, 3);
    }
    await ivan.follow('API keys');
    await ivan.follow('Create API key');
    await ivan.press('Only these sites', 'radio');
    await ivan.find(name.replaceAll('"', '\\"'), 'checkbox').wait();
    await look('sites', 3);
    await ivan.open(`/signed-out?problem=${encodeURIComponent(name)}`, 'The sign-in did not work');
    expect(await ivan.page.evaluate(`document.images.length`)).toBe(0);
    expect(evil.requested).not.toContain('/lure');
    expect(ivan.errors).toEqual([]);
    await ivan.leave();
  });
});

describe('a service that does not answer as expected', () => {
  it('is explained by the screen, which goes on without a reload', async () => {
    const tab = await ada.openTab();
    await tab.open(`/?account=${accountId}`, 'Overview');
    await tab.follow('Members');
    const client = await tab.page.createCDPSession();
    /** Answers the next call of a path by a function of this test. */
    const intercept = async (path: string, requestStage: 'Request' | 'Response') => {
      await client.send('Fetch.enable', { patterns: [{ urlPattern: `*/api/v1${path}*`, requestStage }] });
      return new Promise<string>((resolve) =>
        client.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId)),
      );
    };
    const retry = async () => {
      await client.send('Fetch.disable');
      await tab.press('Try again');
      await tab.find('CI', 'link').wait();
    };

    const slow = intercept('/api-keys', 'Request');
    await tab.press('API keys', 'link');
    const requestId = await slow;
    await waitForAnnouncement(tab.page, 'Loading…');
    await client.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    await waitForAnnouncement(tab.page, 'No connection to the service', 'alert');
    await retry();

    await tab.follow('Overview');
    const failing = intercept('/api-keys', 'Request');
    await tab.press('API keys', 'link');
    await client.send('Fetch.fulfillRequest', {
      requestId: await failing,
      responseCode: 502,
      responseHeaders: [{ name: 'Content-Type', value: 'text/html' }],
      body: Buffer.from('<h1>Bad gateway</h1>').toString('base64'),
    });
    await tab.waitForText('Unexpected answer');
    await retry();

    await tab.page.setOfflineMode(true);
    await tab.press('Members', 'link');
    await tab.waitForText('No connection to the service');
    await tab.page.setOfflineMode(false);
    await tab.follow('API keys');

    const now = new Date();
    const minutes = [now, new Date(now.getTime() + 60_000)].map((each) => each.toISOString().slice(0, 16));
    await setRequestsOfMinute(minutes[1] ?? '', 1_000_000);
    await tab.press('Members', 'link');
    await tab.waitForText('Wait');
    expect(await tab.read('.notice')).toMatch(/600 requests per minute\. Wait \d+ s/);
    await setRequestsOfMinute(minutes[0] ?? '', 0);
    await tab.press('Try again');
    await tab.waitForText(`ada@${domain}`);

    // The service did what it was asked, and the answer was lost.
    await tab.follow('API keys');
    await tab.follow('Create API key');
    await tab.fill('Name', 'Lost');
    const lost = intercept('/api-keys', 'Response');
    await tab.press('Create API key');
    await client.send('Fetch.failRequest', { requestId: await lost, errorReason: 'ConnectionReset' });
    await tab.waitForText('It is not known whether the change was made');
    await client.send('Fetch.disable');
    await tab.follow('Cancel', 'API keys');
    await tab.find('Rotate Lost', 'link').wait();
    expect(tab.errors).toEqual([]);
    await tab.page.close();
  });
});

describe('the logs of the service', () => {
  it('have none of the values that open something', async () => {
    const folder = service.runtime.data.file('logs');
    const logs = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const text = logs.join('\n');
    expect(text).toContain(accountId);
    expect(secrets.length).toBeGreaterThan(8);
    expect(secrets.filter((secret) => secret === '' || text.includes(secret))).toEqual([]);
  });
});

/** Sets how many requests of a minute are counted for Ada. */
async function setRequestsOfMinute(minute: string, count: number): Promise<void> {
  await service.store.db.send(
    new UpdateCommand({
      TableName: service.store.table,
      Key: itemKeys.personDay(adaId, accountId, new Date().toISOString().slice(0, 10)),
      UpdateExpression: 'SET #minute = :minute, minuteRequests = :count',
      ExpressionAttributeNames: { '#minute': 'minute' },
      ExpressionAttributeValues: { ':minute': minute, ':count': count },
    }),
  );
}

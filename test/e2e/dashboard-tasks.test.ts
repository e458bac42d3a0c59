import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY_PATTERN } from '../../core/access/key-text.ts';
import { type DashboardBrowser, shareDashboardBrowser } from '../support/dashboard/browser.ts';
import {
  pressByKeyboard,
  tabTo,
  waitForAnnouncement,
  waitForScreen,
} from '../support/dashboard/open-screen.ts';
import { admit, Visitor } from '../support/dashboard/visitor.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { signIn } from '../support/sign-in.ts';

/** A machine may have no curl. The requests are then sent by this process, and the shown command is not run. */
const hasCurl = spawnSync('curl', ['--version']).error === undefined;
const run = promisify(execFile);

/** Addresses of this run. */
const domain = `${randomUUID()}.example`;
const adaEmail = `ada@${domain}`;
const graceEmail = `grace@${domain}`;

let service: TestService;
let browser: DashboardBrowser;
let downloads: string;
let accountId: string;
let personId: string;
let shopId: string;
let ada: Visitor;
let grace: Visitor;
/** What no log may contain. */
const secrets: string[] = [];
beforeAll(async () => {
  [service, browser, downloads] = await Promise.all([
    sharedService(),
    shareDashboardBrowser(),
    mkdtemp(join(tmpdir(), 'downloads-')),
  ]);
  accountId = await service.account();
  personId = await admit(service, adaEmail, accountId);
  const { client } = await service.key(accountId, { name: 'Of the operator', role: 'manager' });
  for (const name of ['Blog', 'Shop'])
    shopId = (await client.call('POST', '/sites', { body: { name, url: 'https://shop.example/' } })).json.id;
  ada = await Visitor.arrive(browser.browser, service);
});
afterAll(async () => {
  await Promise.all([ada, grace].map((visitor) => visitor?.leave()));
  await rm(downloads, { recursive: true, force: true });
});

/** Returns the status of a request with a value of a key. */
async function readStatus(value: string): Promise<number> {
  const url = `${ada.origin}/api/v1/sites`;
  if (!hasCurl) return (await fetch(url, { headers: { 'X-API-Key': value } })).status;
  const format = ['-s', '-o', '/dev/null', '-w', '%{http_code}'];
  return Number((await run('curl', [...format, '-H', `X-API-Key: ${value}`, url])).stdout);
}

/** Returns the value of a key that the screen shows. */
async function readValue(): Promise<string> {
  const [value = ''] = (await ada.read('#value')).match(API_KEY_PATTERN) ?? [];
  secrets.push(value.slice(value.lastIndexOf('_') + 1));
  return value;
}

describe('a person with the dashboard', () => {
  let keyId: string;
  let value: string;
  let newValue: string;
  let shownCommand: string;

  it('signs in by the control of the screen', async () => {
    await ada.open('/', 'Sign in to continue');
    await ada.signIn(adaEmail, 'Overview');
    expect(new URL(ada.page.url()).searchParams.get('account')).toBe(accountId);
    await ada.waitForText('Add a site');
    secrets.push((await ada.readSession()) ?? '');
  });

  it('creates an API key by keyboard; its value is shown once, and leaving asks', async () => {
    await ada.follow('API keys');
    await pressByKeyboard(ada.page, 'Create API key');
    await waitForScreen(ada.page, 'Create API key');
    await tabTo(ada.page, 'Name');
    await ada.page.keyboard.type('CI of the shop');
    await tabTo(ada.page, 'Description');
    await ada.page.keyboard.type('Scans each merge.');
    await tabTo(ada.page, 'Expiration period');
    expect(await ada.page.evaluate('document.activeElement.value')).toBe('90');
    await tabTo(ada.page, 'Viewer');
    expect(await ada.page.evaluate('document.activeElement.value')).toBe('viewer');
    await tabTo(ada.page, 'All sites of the account');
    await ada.page.keyboard.press('Enter');
    await waitForScreen(ada.page, 'Value of CI of the shop');
    value = await readValue();
    keyId = new URL(ada.page.url()).pathname.split('/')[3] ?? '';
    expect(keyId).toMatch(/^apikey_/);

    await ada.press('Members', 'link');
    await ada.find('Leave without copying?', 'dialog').wait();
    await ada.press('Stay on this screen');
    expect(await readValue()).toBe(value);
    await ada.context.setPermission(ada.origin, {
      permission: { name: 'clipboard-write' },
      state: 'granted',
    });
    await ada.press('Copy');
    await waitForAnnouncement(ada.page, 'copied');
    shownCommand = await ada.read('#request');
    await ada.follow('Done', 'CI of the shop');
  });

  it.skipIf(!hasCurl)('uses the value by the command that the screen showed', async () => {
    expect(shownCommand).toContain(value);
    const { stdout } = await run('sh', ['-c', shownCommand]);
    expect(JSON.parse(stdout).items.map(({ name }: { name: string }) => name)).toContain('wcag-aa');
  });

  it('sees usage and last use of the key', async () => {
    await expect(readStatus(value)).resolves.toBe(200);
    await ada.follow('API keys');
    await ada.follow('CI of the shop');
    await ada.waitForText(`${hasCurl ? '2 requests' : '1 request'} from`);
    expect(await ada.readFact('Last used')).toMatch(/^\w{3} \d/);
    expect(await ada.readFact('Sites')).toBe('All sites');
    expect(await ada.readFact('Created by')).toBe('Ada');
  });

  it('invites a viewer of one site, who accepts the link in another browser', async () => {
    await ada.follow('Members');
    await ada.follow('Invite a person');
    await ada.fill('Email of the person', graceEmail);
    await ada.press('Only these sites', 'radio');
    await ada.press('Shop', 'checkbox');
    await ada.press('Create invitation');
    await waitForScreen(ada.page, `Invitation of ${graceEmail}`);
    const link = await ada.read('#link');
    secrets.push(new URL(link).hash.split('.')[1] ?? '');

    grace = await Visitor.arrive(browser.browser, service);
    await grace.page.goto(link);
    await waitForScreen(grace.page, 'Invitation');
    await grace.signIn(graceEmail, 'Invitation to Test');
    secrets.push((await grace.readSession()) ?? '');
    expect(await grace.readFact('Your role')).toMatch(/^Viewer/);
    expect(await grace.readFact('Sites')).toBe('1 site');
    await grace.press('Accept invitation');
    await waitForScreen(grace.page, 'Overview');
    await grace.waitForText('You are now a member of Test.');
    expect(
      await grace.page.evaluate('JSON.stringify([history.length, { ...sessionStorage }])'),
    ).not.toContain('invite_');
    await ada.press('Back to the members');
    await ada.waitForText(graceEmail);
  });

  it('lets the viewer see only what the role allows', async () => {
    const menu = await grace.read('nav');
    expect(menu).toContain('Profile and sessions');
    expect(menu).not.toMatch(/API keys|Members|Usage|Audit log/);
    for (const path of ['api-keys', 'members', 'usage', 'audit'])
      await grace.open(`/settings/${path}?account=${accountId}`, 'Your role does not permit this');
    const sites = await grace.call('GET', '/sites', accountId);
    expect(sites.json.items).toEqual([expect.objectContaining({ id: shopId, name: 'Shop' })]);
    for (const path of ['/api-keys', '/members', '/usage', '/audit-entries']) {
      const { status, json } = await grace.call('GET', path, accountId);
      expect([status, json.code], path).toEqual([403, 'role-too-small']);
    }
  });

  it('rotates the key: both values work, until the overlap is ended', async () => {
    await ada.follow('API keys');
    await ada.follow('Rotate CI of the shop');
    expect(await ada.page.evaluate(`document.querySelector('[name=graceHours]').value`)).toBe('24');
    await ada.press('Rotate key');
    await waitForScreen(ada.page, 'Value of CI of the shop');
    newValue = await readValue();
    expect(newValue).not.toBe(value);
    await ada.press('Done', 'link');
    await ada.press('Leave');
    await waitForScreen(ada.page, 'CI of the shop');
    await ada.waitForText('No program has used it since the rotation.');

    expect([await readStatus(value), await readStatus(newValue)]).toEqual([200, 200]);
    await ada.page.reload();
    await ada.waitForText('It was last used');
    await ada.press('End the previous value now');
    await waitForAnnouncement(ada.page, 'no longer works');
    expect([await readStatus(value), await readStatus(newValue)]).toEqual([401, 200]);
  });

  it('revokes the key', async () => {
    await ada.press('Revoke this key');
    await ada.find('Revoke CI of the shop?', 'dialog').wait();
    await ada.press('Revoke');
    await waitForScreen(ada.page, 'API keys');
    await ada.waitForText('CI of the shop was revoked.');
    expect(await readStatus(newValue)).toBe(401);
  });

  it('finds all of it in the audit log, by filters and in exports', async () => {
    await ada.follow('Audit log');
    const rows = `[...document.querySelectorAll('tbody tr')]`;
    const readActions = async () =>
      (await ada.page.evaluate(
        `${rows}.map((each) => each.cells[2].querySelector("code").innerText)`,
      )) as string[];
    const waitForRows = (test: string) =>
      ada.page.waitForFunction(`${rows}.length > 0 && ${rows}.every((each) => ${test})`);
    const all = await readActions();
    for (const action of ['session.started', 'key.created', 'member.invited', 'member.joined'])
      expect(all).toContain(action);

    await ada.fill('Target ID', keyId);
    await ada.press('Apply filters');
    await waitForRows(`each.innerText.includes('${keyId}')`);
    const ofKey = ['key.refused', 'key.revoked', 'key.overlap-ended', 'key.rotated', 'key.created'];
    expect(new Set(await readActions())).toEqual(new Set(ofKey));
    await ada.fill('Action', 'key.rotated', 'combobox');
    await ada.press('Apply filters');
    await waitForRows(`each.innerText.includes('key.rotated')`);
    expect(await ada.read('tbody')).toContain('Ada');
    await ada.press('Clear filters');
    await ada.waitForText('member.joined');

    const csv = await download('Export as CSV', 'audit-log.csv');
    const lines = (await download('Export as JSON Lines', 'audit-log.jsonl')).trim().split('\n');
    const entries = lines.map((line) => JSON.parse(line));
    for (const action of [...ofKey, 'member.joined', 'session.started']) {
      expect(csv).toContain(action);
      expect(entries.some((each) => each.action === action)).toBe(true);
    }
    expect(entries.find(({ action }) => action === 'key.created')).toMatchObject({
      actor: personId,
      actorName: 'Ada',
      target: keyId,
      sourceIp: expect.toSatisfy((address) => isIP(address) !== 0),
    });
    expect(csv.split('\n')[0]).toContain('time');
    expect(csv + lines).not.toMatch(API_KEY_PATTERN);
  });

  it('signs out everywhere: no session is left, and the back button shows nothing', async () => {
    const other = await Visitor.arrive(browser.browser, service);
    await other.useSession((await signIn(service.store, { personId, email: adaEmail })).cookie);
    await other.open(`/settings/api-keys?account=${accountId}`, 'API keys');
    await other.waitForText('CI of the shop');

    await ada.follow('Profile and sessions');
    await ada.press('Sign out everywhere');
    await ada.find('Sign out everywhere?', 'dialog').wait();
    await ada.page.locator('dialog ::-p-aria([name="Sign out everywhere"][role="button"])').click();
    await waitForScreen(ada.page, 'Signed out');
    expect(await ada.readSession()).toBeUndefined();
    await ada.page.goBack();
    await waitForScreen(ada.page, 'Sign in to continue');
    expect(await ada.read()).not.toMatch(/CI of the shop|ada@/);

    await other.press('Members', 'link');
    await waitForScreen(other.page, 'Your session has ended');
    expect(await other.read()).not.toMatch(/CI of the shop|ada@/);
    await other.leave();
    expect([...ada.errors, ...grace.errors, ...other.errors]).toEqual([]);
  });
});

describe('the logs of the service', () => {
  it('have no value of a session, an invitation or a key', async () => {
    const folder = service.runtime.data.file('logs');
    const logs = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
    const text = (await Promise.all(logs)).join('\n');
    expect(text).toContain(accountId);
    expect(new Set(secrets).size).toBe(5);
    expect(secrets.filter((secret) => secret === '' || text.includes(secret))).toEqual([]);
  });
});

/** Presses a button that saves a file, and returns the content of the file. */
async function download(button: string, name: string): Promise<string> {
  const client = await ada.page.createCDPSession();
  await client.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: downloads,
    eventsEnabled: true,
    browserContextId: ada.context.id ?? '',
  });
  const saved = new Promise<void>((resolve) =>
    client.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve()),
  );
  await ada.press(button);
  await saved;
  await client.detach();
  return readFile(join(downloads, name), 'utf8');
}

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parseApiKey } from '../../core/access/api-key.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { ApiClient, type OpenApi } from '../support/api-client.ts';
import { attachDebugger } from '../support/debugger.ts';
import { faultsFound, listKnownFaults } from '../support/demo-site.ts';
import { findFreePort } from '../support/free-port.ts';
import { prepareDataFolder } from '../support/shared-service.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../support/small-site.ts';
import { endStarted, leftOver, type ServiceFile, type Started, start } from '../support/started.ts';
import { usageOver } from '../support/usage.ts';

/** Enough pages for two browsers. */
const slowPages = Object.fromEntries(
  ['/', ...'12345678'].map((path) => [path === '/' ? path : `/${path}`, ONE_PICTURE]),
);
/** This many pages respond at once; the others wait until the site is released. */
const PAGES_AT_ONCE = 3;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
  await prepareDataFolder(inject('sharedService'), folder);
});
afterAll(async () => {
  await endStarted();
  await rm(folder, { recursive: true, force: true });
});

async function clientOf({ baseUrl, apiKey }: ServiceFile): Promise<ApiClient> {
  const openapi = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as OpenApi;
  return new ApiClient(baseUrl, openapi, apiKey);
}

function lines(started: Started): string[] {
  return started.errors().trim().split('\n');
}

/** Returns the permissions of the data folder or of a file in it. */
async function modeOf(...names: string[]): Promise<number> {
  return (await stat(join(folder, ...names))).mode & 0o777;
}

async function stop(started: Started): Promise<number | null> {
  started.process.kill('SIGINT');
  return started.exited;
}

describe('npm start', () => {
  let first: ServiceFile;
  let restarted: Started;
  let inspectorPort: number;
  let slowSite: SmallSite;
  let slowSiteId: string;
  let slowScanId: string;
  beforeAll(async () => {
    const isHeld = (path: string) => Object.keys(slowPages).indexOf(path) >= PAGES_AT_ONCE;
    slowSite = await servePages(slowPages, { isHeld });
  });
  afterAll(() => slowSite?.stop());

  async function demoScans(client: ApiClient): Promise<ScanView[]> {
    return (await client.call('GET', `/sites/${first.siteId}/scans`)).json.items;
  }

  it('scans its demo site through the API, and shows the findings and the next steps', async () => {
    const started = start(folder);
    first = await started.service();
    expect(first.baseUrl).toMatch(/^http:\/\/localhost:\d+\/api\/v1$/);
    expect(first.dashboardUrl).toBe(
      new URL(first.baseUrl).origin.replace('localhost', 'a11y-scan.localhost'),
    );
    expect(first.signInEmail).toBe('administrator@example.com');
    expect(started.output()).toContain(`The dashboard is at ${first.dashboardUrl}/`);
    expect(started.output()).toContain(`Mails of the service are at ${first.mailsUrl}`);
    expect((await fetch(first.mailsUrl)).status).toBe(200);
    expect(await modeOf('service.json')).toBe(0o600);
    expect(await modeOf('dynamodb', 'dynamodb.sqlite')).toBe(0o600);
    await started.printed('Ctrl-C');

    const client = await clientOf(first);
    const body = { name: 'Another port', url: slowSite.url };
    expect((await client.call('POST', '/sites', { body })).status).toBe(422);
    const [scan, ...others] = await demoScans(client);
    expect(others).toEqual([]);
    const { json: report } = await client.call<Report>('GET', `/scans/${scan?.id}/report`);
    expect(faultsFound(report)).toEqual(await listKnownFaults());

    const output = started.output();
    expect(output).toContain('curl');
    expect(output).toMatch(/critical/i);
    expect(output, 'the key is never printed').not.toContain(first.apiKey);
    expect(await stop(started)).toBe(0);
    expect(await leftOver(folder)).toEqual([]);
  });

  it('keeps its state: the same key, site and demo address after a restart', async () => {
    inspectorPort = await findFreePort();
    await chmod(folder, 0o755);
    const { port } = new URL(slowSite.url);
    restarted = start(folder, ['--inspect', `list-rule-sets:${inspectorPort}`, '--allow-loopback', port]);
    await restarted.printed('Ctrl-C');
    expect(await modeOf()).toBe(0o700);
    const again = await restarted.service();
    const withoutPorts = { baseUrl: '', dashboardUrl: '', mailsUrl: '' };
    expect({ ...again, ...withoutPorts }).toEqual({ ...first, ...withoutPorts });
    expect(await demoScans(await clientOf(again))).toHaveLength(2);
  });

  it('lets a function wait for a debugger, which stops at lines of the sources', async () => {
    const answer = (await clientOf(await restarted.service())).call('GET', '/rule-sets');
    await restarted.printed('list-rule-sets: Debugger listening on');
    const debug = await attachDebugger(inspectorPort);
    await debug.breakAt('functions/list-rule-sets/handler.ts', 'status: 200');
    expect(await debug.stoppedAt()).toMatch(/\/functions\/list-rule-sets\/handler\.ts$/);
    await debug.goOn();
    expect((await answer).status).toBe(200);
  });

  it('leaves no process when it is killed during a scan', async () => {
    const client = await clientOf(await restarted.service());
    const body = { name: 'Slow', url: slowSite.url, pages: Object.keys(slowPages).slice(1) };
    slowSiteId = (await client.call('POST', '/sites', { body })).json.id;
    const config = { rules: ['wcag-a'] };
    slowScanId = (await client.call('POST', `/sites/${slowSiteId}/scans`, { body: { config } })).json.id;
    const pagesDone = async () => (await client.call('GET', `/scans/${slowScanId}`)).json.progress.pagesDone;
    while ((await pagesDone()) < PAGES_AT_ONCE) await sleep(50);
    restarted.process.kill('SIGKILL');
    await restarted.exited;
    expect(await leftOver(folder)).toEqual([]);
    slowSite.release();
  });

  it('creates a new key of the same account when service.json is missing, and completes the scan, counted once', async () => {
    await rm(join(folder, 'service.json'));
    const { port } = new URL(slowSite.url);
    const started = start(folder, ['--no-demo', '--allow-loopback', port]);
    const again = await started.service();
    expect(again.apiKey).not.toBe(first.apiKey);
    expect(again.siteId).toBe(first.siteId);
    expect((await fetch(again.demoSiteUrl ?? '')).status).toBe(200);
    const client = await clientOf(again);
    const { json: sites } = await client.call('GET', '/sites');
    expect(sites.items.map(({ id }: { id: string }) => id)).toEqual([first.siteId, slowSiteId]);

    const settled = await client.settled(slowScanId);
    const all = Object.keys(slowPages).length;
    expect(settled).toMatchObject({ status: 'completed', progress: { pagesDone: all, pagesKnown: all } });
    const { json: report } = await client.call<Report>('GET', `/scans/${slowScanId}/report`);
    expect(report.summary.pages.byOutcome).toEqual({ scanned: all });
    expect(report.violations.find(({ ruleId }) => ruleId === 'image-alt')?.nodeCount).toBe(all);
    const demoPages = (await demoScans(client)).map(({ progress }) => progress.pagesDone);
    const pages = demoPages.reduce((sum, count) => sum + count, all);
    const keyId = parseApiKey(first.apiKey)?.keyId ?? '';
    const admin = ['admin/main.ts', 'usage', '--key', keyId, '--data', folder, '--json'];
    const { days } = JSON.parse((await promisify(execFile)(process.execPath, admin)).stdout);
    expect(usageOver(days)).toMatchObject({ scans: 3, pages });
    await stop(started);
    expect(await leftOver(folder)).toEqual([]);
  });

  it('clears all state with --fresh, creates no demo site with --no-demo, and refuses a second instance', async () => {
    const started = start(folder, ['--fresh', '--no-demo']);
    const fresh = await started.service();
    expect(fresh).toMatchObject({ siteId: null, demoSiteUrl: null });
    const client = await clientOf(fresh);
    expect((await client.call('GET', '/sites')).json.items).toEqual([]);

    const second = start(folder, ['--no-demo']);
    expect(await second.exited).toBe(1);
    expect(lines(second), 'another runtime uses the data folder').toHaveLength(1);
    await stop(started);
  });
});

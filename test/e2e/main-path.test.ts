import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readAuditLog } from '../../adapters/dynamodb/audit.ts';
import { readKeyDays } from '../../adapters/dynamodb/read-usage.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { parseApiKey } from '../../core/access/api-key.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { readDemoSite } from '../../local/demo/site-server.ts';
import { ApiClient, type OpenApi } from '../support/api-client.ts';
import { faultsFound, listKnownFaults } from '../support/demo-site.ts';
import { openStoreOf } from '../support/service.ts';
import { prepareDataFolder } from '../support/shared-service.ts';
import { endStarted, leftOver, type ServiceFile, type Started, start } from '../support/started.ts';
import { usageOver } from '../support/usage.ts';

let folder: string;
let started: Started;
let service: ServiceFile;
let store: Store;
let client: ApiClient;
/** Number of pages of the demo site. */
let pageCount: number;
let scan: ScanView;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
  await prepareDataFolder(inject('sharedService'), folder);
  started = start(folder);
  service = await started.service();
  await started.printed('Ctrl-C');
  pageCount = (await readDemoSite()).pages.length + 1;
  store = await openStoreOf(folder);
  const openapi = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as OpenApi;
  client = new ApiClient(service.baseUrl, openapi, service.apiKey);
  const { json } = await client.call('GET', `/sites/${service.siteId}/scans`);
  [scan] = json.items;
});
afterAll(async () => {
  await endStarted();
  await rm(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  it('shows where the service is, the findings of its demo site and the next steps, but no key', async () => {
    expect(service.baseUrl).toMatch(/^http:\/\/localhost:\d+\/api\/v1$/);
    expect(service.dashboardUrl).toBe(
      new URL(service.baseUrl).origin.replace('localhost', 'a11y-scan.localhost'),
    );
    expect(service.signInEmail).toBe('administrator@example.com');
    expect((await fetch(service.mailsUrl)).status).toBe(200);
    expect((await stat(join(folder, 'service.json'))).mode & 0o777).toBe(0o600);
    const output = started.output();
    expect(output).toContain(`The dashboard is at ${service.dashboardUrl}/`);
    expect(output).toContain(`Mails of the service are at ${service.mailsUrl}`);
    expect(output).toContain('curl');
    expect(output).toMatch(/critical/i);
    expect(output).not.toContain(service.apiKey);
  });

  it('creates its demo site, scans it once, and opens no other port of this machine', async () => {
    const { json } = await client.call('GET', '/sites');
    const site = { id: service.siteId, url: service.demoSiteUrl };
    expect(json).toMatchObject({ items: [site], nextCursor: null });
    const { json: scans } = await client.call('GET', `/sites/${service.siteId}/scans`);
    expect(scans.items).toHaveLength(1);
    const body = { name: 'Another port', url: 'http://127.0.0.1:9/' };
    expect((await client.call('POST', '/sites', { body })).status).toBe(422);
  });
});

describe('from a key to a report', () => {
  it('can be followed through the logs of every step by the id of the request', async () => {
    const log = await Array.fromAsync(readAuditLog(store, await findAccountId()));
    const { requestId = '' } = log.find(({ action }) => action === 'scan.triggered') ?? {};
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    const logs = join(folder, 'logs');
    const files = await readdir(logs);
    for (const step of [
      'TriggerScan',
      'PlanScan',
      'DispatchChunk',
      'ScanPages',
      'RecordOutcomes',
      'FinishScan',
    ]) {
      const file = files.find((name) => name.includes(step)) ?? step;
      expect(await readFile(join(logs, file), 'utf8'), step).toContain(requestId);
    }
  });

  it('completes with every page done', () => {
    expect(scan).toMatchObject({ status: 'completed', report: 'ready', failure: null });
    expect(scan.progress).toEqual({ pagesDone: pageCount, pagesKnown: pageCount });
    expect(scan.createdAt <= (scan.startedAt ?? '')).toBe(true);
    expect((scan.startedAt ?? '') <= (scan.finishedAt ?? '')).toBe(true);
  });

  it('reports exactly the known faults of the demo site', async () => {
    const { status, json } = await client.call<Report>('GET', `/scans/${scan.id}/report`);
    expect(status).toBe(200);
    expect(faultsFound(json)).toEqual(await listKnownFaults());
    expect(json.scan.incomplete).toBe(false);
    expect(json.summary.pages).toEqual({
      known: pageCount,
      scanned: pageCount,
      byOutcome: { scanned: pageCount },
    });
  });

  it('reports the result of every rule on every page', async () => {
    const { json } = await client.call<Report>('GET', `/scans/${scan.id}/report`);
    for (const page of json.pages) {
      expect(page.rules.map(({ ruleId }) => ruleId).sort()).toEqual(json.configuration.ruleIds);
    }
  });

  it('returns the report as HTML to a browser, without active content', async () => {
    const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';
    const { status, headers, text } = await client.call('GET', `/scans/${scan.id}/report`, {
      headers: { Accept: accept },
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('vary')).toContain('Accept');
    expect(text).toContain("default-src 'none'");
    // The only script is the report's own, which the policy allows by its hash.
    expect(text.match(/<script/gi)).toHaveLength(1);
    expect(text).toMatch(/script-src 'sha256-/);
    expect(text).not.toMatch(/<[^>]*\son\w+=/i);
  });

  it('prefers the parameter format to the Accept header, and lists the formats when neither matches', async () => {
    const path = `/scans/${scan.id}/report`;
    const asked = await client.call('GET', `${path}?format=json`, { headers: { Accept: 'text/html' } });
    expect(asked.headers.get('content-type')).toBe('application/json');
    const any = await client.call('GET', path, { headers: { Accept: '*/*' } });
    expect(any.headers.get('content-type')).toBe('application/json');
    const none = await client.call('GET', path, { headers: { Accept: 'application/pdf' } });
    expect([none.status, none.json.code]).toEqual([406, 'not-acceptable']);
  });

  it('returns a link that is valid for at most five minutes and needs no key', async () => {
    const { status, json } = await client.call('GET', `/scans/${scan.id}/report?delivery=link&format=html`);
    expect(status).toBe(200);
    const left = Date.parse(json.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(300_000);
    const fetched = await fetch(json.url);
    expect(fetched.status).toBe(200);
    expect(fetched.headers.get('content-type')).toContain('text/html');
    expect(await fetched.text()).toMatch(/^<!doctype html>/i);
  });

  it('returns a link to each picture that the report names, with the hash of its bytes as the id', async () => {
    const { json: report } = await client.call<Report>('GET', `/scans/${scan.id}/report`);
    const ids = new Set(
      [...report.violations, ...report.needsReview].flatMap(({ nodes }) =>
        nodes.flatMap(({ picture }) => picture?.id ?? []),
      ),
    );
    expect(ids.size).toBeGreaterThan(5);
    for (const id of ids) {
      const { status, json } = await client.call('GET', `/scans/${scan.id}/pictures/${id}`);
      expect(status).toBe(200);
      const bytes = new Uint8Array(await (await fetch(json.url)).arrayBuffer());
      expect(new TextDecoder('latin1').decode(bytes.subarray(0, 16))).toMatch(/^RIFF....WEBPVP8/s);
      expect(`pic_${createHash('sha256').update(bytes).digest('hex')}`).toBe(id);
    }
  });

  it('counts the scan and its pages once, and records who triggered it', async () => {
    const keyId = parseApiKey(service.apiKey)?.keyId ?? '';
    const usage = usageOver(await readKeyDays(store, keyId));
    expect(usage).toMatchObject({ scans: 1, pages: pageCount });
    expect(usage.requests).toBeGreaterThan(5);
    const log = await Array.fromAsync(readAuditLog(store, await findAccountId()));
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.created', 'key.created', 'site.created', 'scan.triggered']),
    );
    const triggered = log.find(({ action }) => action === 'scan.triggered');
    expect(triggered).toMatchObject({ actor: keyId, target: scan.id });
    expect(triggered?.sourceIp).toMatch(/127\.0\.0\.1|::1/);
  });
});

/** Returns the account that `npm start` has created. */
async function findAccountId(): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')).accountId;
}

it('ends with Ctrl-C and leaves no process', async () => {
  started.process.kill('SIGINT');
  expect(await started.exited).toBe(0);
  expect(await leftOver(folder)).toEqual([]);
});

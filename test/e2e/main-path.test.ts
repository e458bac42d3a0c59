import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../adapters/dynamodb/audit.ts';
import { readKeyDays } from '../../adapters/dynamodb/read-usage.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { faultsFound, listKnownFaults, serveDemoSite } from '../support/demo-site.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import { usageOver } from '../support/usage.ts';

let service: TestService;
let demo: Awaited<ReturnType<typeof serveDemoSite>>;
let key: TestKey;
let siteId: string;
let scan: ScanView;
let requestId: string;

beforeAll(async () => {
  [service, demo] = await Promise.all([sharedService(), serveDemoSite()]);
  key = await service.key(await service.account());
});
afterAll(() => demo?.stop());

describe('from a key to a report', () => {
  it('creates a site and lists it', async () => {
    const made = await key.client.call('POST', '/sites', {
      body: { name: 'Demo', url: demo.url, pages: demo.pages },
    });
    expect(made.status).toBe(201);
    siteId = made.json.id;
    const { json } = await key.client.call('GET', '/sites');
    expect(json).toMatchObject({ items: [{ id: siteId, name: 'Demo', url: demo.url }], nextCursor: null });
  });

  it('triggers a scan of the site', async () => {
    const triggered = await key.client.call('POST', `/sites/${siteId}/scans`, {
      body: { config: { rules: ['wcag-aa', 'best-practice'], priority: 'high' } },
    });
    expect(triggered.status).toBe(202);
    expect(triggered.json).toMatchObject({ siteId, status: 'queued', report: 'pending' });
    expect(triggered.headers.get('location')).toBe(`/api/v1/scans/${triggered.json.id}`);
    expect(Number(triggered.headers.get('retry-after'))).toBeGreaterThan(0);
    const unfinished = await key.client.call('GET', `/scans/${triggered.json.id}/report`);
    expect(unfinished.status).toBe(202);
    expect(unfinished.headers.has('retry-after')).toBe(true);
    requestId = triggered.headers.get('x-request-id') ?? '';
    scan = await key.client.settled(triggered.json.id);
  });

  it('can be followed through the logs of every step by the id of the request', async () => {
    const folder = service.runtime.data.file('logs');
    const files = await readdir(folder);
    for (const step of [
      'TriggerScan',
      'PlanScan',
      'DispatchChunk',
      'ScanPages',
      'RecordOutcomes',
      'FinishScan',
    ]) {
      const file = files.find((name) => name.includes(step)) ?? step;
      expect(await readFile(join(folder, file), 'utf8'), step).toContain(requestId);
    }
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('completes with every page done', () => {
    expect(scan).toMatchObject({ status: 'completed', report: 'ready', failure: null });
    expect(scan.progress).toEqual({ pagesDone: demo.pages.length + 1, pagesKnown: demo.pages.length + 1 });
    expect(scan.createdAt <= (scan.startedAt ?? '')).toBe(true);
    expect((scan.startedAt ?? '') <= (scan.finishedAt ?? '')).toBe(true);
  });

  it('reports exactly the known faults of the demo site', async () => {
    const { status, json } = await key.client.call<Report>('GET', `/scans/${scan.id}/report`);
    expect(status).toBe(200);
    expect(faultsFound(json)).toEqual(await listKnownFaults());
    expect(json.scan.incomplete).toBe(false);
    expect(json.summary.pages).toEqual({
      known: demo.pages.length + 1,
      scanned: demo.pages.length + 1,
      byOutcome: { scanned: demo.pages.length + 1 },
    });
  });

  it('reports the result of every rule on every page', async () => {
    const { json } = await key.client.call<Report>('GET', `/scans/${scan.id}/report`);
    for (const page of json.pages) {
      expect(page.rules.map(({ ruleId }) => ruleId).sort()).toEqual(json.configuration.ruleIds);
    }
  });

  it('returns the report as HTML to a browser, without active content', async () => {
    const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';
    const { status, headers, text } = await key.client.call('GET', `/scans/${scan.id}/report`, {
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
    const asked = await key.client.call('GET', `${path}?format=json`, { headers: { Accept: 'text/html' } });
    expect(asked.headers.get('content-type')).toBe('application/json');
    const any = await key.client.call('GET', path, { headers: { Accept: '*/*' } });
    expect(any.headers.get('content-type')).toBe('application/json');
    const none = await key.client.call('GET', path, { headers: { Accept: 'application/pdf' } });
    expect([none.status, none.json.code]).toEqual([406, 'not-acceptable']);
  });

  it('returns a link that is valid for at most five minutes and needs no key', async () => {
    const { status, json } = await key.client.call(
      'GET',
      `/scans/${scan.id}/report?delivery=link&format=html`,
    );
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
    const { json: report } = await key.client.call<Report>('GET', `/scans/${scan.id}/report`);
    const ids = new Set(
      [...report.violations, ...report.needsReview].flatMap(({ nodes }) =>
        nodes.flatMap(({ picture }) => picture?.id ?? []),
      ),
    );
    expect(ids.size).toBeGreaterThan(5);
    for (const id of ids) {
      const { status, json } = await key.client.call('GET', `/scans/${scan.id}/pictures/${id}`);
      expect(status).toBe(200);
      const bytes = new Uint8Array(await (await fetch(json.url)).arrayBuffer());
      expect(new TextDecoder('latin1').decode(bytes.subarray(0, 16))).toMatch(/^RIFF....WEBPVP8/s);
      expect(`pic_${createHash('sha256').update(bytes).digest('hex')}`).toBe(id);
    }
  });

  it('counts the scan and its pages once, and records who triggered it', async () => {
    const usage = usageOver(await readKeyDays(service.store, key.record.keyId));
    expect(usage).toMatchObject({ scans: 1, pages: demo.pages.length + 1 });
    expect(usage.requests).toBeGreaterThan(5);
    const log = await Array.fromAsync(readAuditLog(service.store, key.record.accountId));
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.created', 'key.created', 'site.created', 'scan.triggered']),
    );
    const triggered = log.find(({ action }) => action === 'scan.triggered');
    expect(triggered).toMatchObject({ actor: key.record.keyId, target: scan.id });
    expect(triggered?.sourceIp).toMatch(/127\.0\.0\.1|::1/);
  });
});

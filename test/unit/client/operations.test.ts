import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../client/index.ts';
import { isForKeys, isPublic } from '../../../core/api/endpoint.ts';
import { endpoints as allEndpoints } from '../../../core/api/endpoints.ts';
import { exampleReport } from '../../../core/api/example-report.ts';
import { reportFormatNames } from '../../../core/reports/report-formats.ts';
import {
  clientOf,
  json,
  type ScriptedServer,
  scan,
  scriptedServer,
  site,
  testKey,
} from './scripted-server.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const newSite = { name: 'Example', url: 'https://www.example.com/' };
const decision = {
  scanId: 'scan_1',
  fingerprint: `f1_${'a'.repeat(24)}`,
  decision: 'fine',
  reason: 'Readable',
} as const;
const suppression = { match: { rule: 'image-alt' }, reason: 'wontfix' } as unknown as Parameters<
  Client['createSuppression']
>[1];
const newWebhook = { url: 'https://hooks.example/', events: ['issues.new' as const] };
const schedule = {
  every: 'day',
  at: '06:00',
  timeZone: 'UTC',
  config: { rules: ['wcag-aa' as const] },
} satisfies Parameters<Client['setSchedule']>[1];

/** The calls that programs make, with or without a key. Those of people are for browsers. */
const endpoints = allEndpoints.filter(
  (endpoint) => isForKeys(endpoint) || (isPublic(endpoint) && endpoint.tag === 'Service'),
);

/** One call of each operation, with the query that it must send. */
const calls: Record<string, { call: (client: Client) => Promise<unknown>; query?: string; body?: unknown }> =
  {
    'get-overview': {
      call: (client) => client.getOverview({ label: 'a b', sort: 'name' }),
      query: 'label=a%20b&sort=name',
    },
    'list-sites': {
      call: (client) => client.listSites({ limit: 5, cursor: 'a b' }),
      query: 'limit=5&cursor=a%20b',
    },
    'create-site': { call: (client) => client.createSite(newSite), body: newSite },
    'get-site': { call: (client) => client.getSite('site_1') },
    'update-site': { call: (client) => client.updateSite('site_1', { name: 'B' }), body: { name: 'B' } },
    'delete-site': { call: (client) => client.deleteSite('site_1') },
    'trigger-scan': {
      call: (client) => client.triggerScan('site_1', { rules: ['wcag-aa'] }),
      body: { config: { rules: ['wcag-aa'] } },
    },
    'list-scans': {
      call: (client) => client.listScans('site_1', { commit: '9f1c2ab' }),
      query: 'commit=9f1c2ab',
    },
    'list-account-scans': {
      call: (client) => client.listAccountScans({ status: 'running', gate: 'failed' }),
      query: 'status=running&gate=failed',
    },
    'get-scan': { call: (client) => client.getScan('scan_1') },
    'delete-scan': { call: (client) => client.deleteScan('scan_1') },
    'cancel-scan': { call: (client) => client.cancelScan('scan_1') },
    'accept-scan': {
      call: (client) => client.acceptScan('scan_1', { reason: 'known' }),
      body: { reason: 'known' },
    },
    'get-report': {
      call: (client) => client.getReportLink('scan_1', 'sarif'),
      query: 'format=sarif&delivery=link',
    },
    'list-findings': {
      call: (client) => client.listFindings('scan_1', { state: 'new' }),
      query: 'state=new',
    },
    'get-scan-results': { call: (client) => client.getScanResults('scan_1') },
    'list-scan-groups': {
      call: (client) => client.listScanGroups('scan_1', { kind: 'review' }),
      query: 'kind=review',
    },
    'list-site-groups': {
      call: (client) => client.listSiteGroups('site_1', { branch: 'main' }),
      query: 'branch=main',
    },
    'list-scan-pages': {
      call: (client) => client.listScanPages('scan_1', { state: 'running' }),
      query: 'state=running',
    },
    'get-finding-history': {
      call: (client) => client.getFindingHistory('site_1', decision.fingerprint, { branch: 'main' }),
      query: 'branch=main',
    },
    'get-group-history': {
      call: (client) => client.getGroupHistory('site_1', 'grp_1', { scan: 'scan_1' }),
      query: 'scan=scan_1',
    },
    'compare-scans': {
      call: (client) => client.compareScans('scan_1', 'scan_2', { state: 'fixed' }),
      query: 'with=scan_2&state=fixed',
    },
    'get-picture': { call: (client) => client.getPicture('scan_1', 'picture_1') },
    'get-trend': {
      call: (client) => client.getTrend('site_1', { from: '2026-11-01' }),
      query: 'from=2026-11-01',
    },
    'get-usage': {
      call: (client) => client.getUsage({ from: '2026-11-01', to: '2026-11-30' }),
      query: 'from=2026-11-01&to=2026-11-30',
    },
    'list-suppressions': { call: (client) => client.listSuppressions('site_1') },
    'create-suppression': {
      call: (client) => client.createSuppression('site_1', suppression),
      body: suppression,
    },
    'update-suppression': {
      call: (client) => client.updateSuppression('site_1', 'supp_1', { reason: 'later' }),
      body: { reason: 'later' },
    },
    'delete-suppression': { call: (client) => client.deleteSuppression('site_1', 'supp_1') },
    'get-schedule': { call: (client) => client.getSchedule('site_1') },
    'set-schedule': { call: (client) => client.setSchedule('site_1', schedule), body: schedule },
    'delete-schedule': { call: (client) => client.deleteSchedule('site_1') },
    'list-decisions': {
      call: (client) => client.listDecisions('site_1', { decision: 'fine' }),
      query: 'decision=fine',
    },
    decide: { call: (client) => client.decide('site_1', decision), body: decision },
    'delete-decision': { call: (client) => client.deleteDecision('site_1', decision.fingerprint) },
    'list-webhooks': { call: (client) => client.listWebhooks({ limit: 5 }), query: 'limit=5' },
    'create-webhook': { call: (client) => client.createWebhook(newWebhook), body: newWebhook },
    'get-webhook': { call: (client) => client.getWebhook('webhook_1') },
    'update-webhook': {
      call: (client) => client.updateWebhook('webhook_1', { state: 'active' }),
      body: { state: 'active' },
    },
    'delete-webhook': { call: (client) => client.deleteWebhook('webhook_1') },
    'rotate-webhook-secret': { call: (client) => client.rotateWebhookSecret('webhook_1') },
    'test-webhook': { call: (client) => client.testWebhook('webhook_1') },
    'list-webhook-deliveries': {
      call: (client) =>
        client.listWebhookDeliveries('webhook_1', {
          state: 'failed',
          type: 'issues.new',
          from: '2026-03-31',
        }),
      query: 'state=failed&type=issues.new&from=2026-03-31',
    },
    'get-webhook-delivery': { call: (client) => client.getWebhookDelivery('webhook_1', 'delivery_1') },
    redeliver: { call: (client) => client.redeliver('webhook_1', 'delivery_1') },
    'list-rule-sets': { call: (client) => client.listRuleSets() },
    'get-openapi': { call: (client) => client.getOpenapi() },
    'get-health': { call: (client) => client.getHealth() },
  };

const ids: Record<string, string> = {
  siteId: 'site_1',
  scanId: 'scan_1',
  pictureId: 'picture_1',
  groupId: 'grp_1',
  suppressionId: 'supp_1',
  webhookId: 'webhook_1',
  deliveryId: 'delivery_1',
  fingerprint: decision.fingerprint,
};

describe('the client', () => {
  it('has a method for every operation of the API, except those for people only', () => {
    expect(Object.keys(calls).sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
  });

  it.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    'calls %s as described, with the key if one is needed',
    async (id, { method, path, permission, responses: answers }) => {
      const { call, query, body } = calls[id] as (typeof calls)[string];
      const [status, answer] = Object.entries(answers)[0] ?? [];
      const content = answer?.content?.['application/json'];
      const example = content?.example ?? content?.examples?.link?.value ?? { openapi: '3.1.0', info: {} };
      server = await scriptedServer(
        status === '204' ? (response) => response.writeHead(204).end() : json(Number(status), example),
      );
      await call(clientOf(server.apiUrl, { userAgent: 'test/1' }).client);
      const [seen] = server.seen;
      const where = `/api/v1${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')}`;
      expect(`${seen?.method} ${seen?.url}`).toBe(
        `${method} ${where}${query === undefined ? '' : `?${query}`}`,
      );
      expect(seen?.headers['x-api-key']).toBe(permission === null ? undefined : testKey);
      expect(seen?.headers['user-agent']).toBe('test/1');
      expect(seen?.body === '' ? undefined : JSON.parse(seen?.body ?? '')).toEqual(body);
    },
  );

  it('requests every format of a report', async () => {
    server = await scriptedServer(json(200, { url: 'https://bucket.example/r', expiresAt: '' }));
    const { client } = clientOf(server.apiUrl);
    for (const format of reportFormatNames) {
      expect(await client.getReportLink('scan_1', format)).toHaveProperty('link');
    }
    expect(server.seen.map(({ url }) => /format=([\w-]+)/.exec(url)?.[1])).toEqual(reportFormatNames);
  });

  it('types reports as the service builds them', () => {
    const report: Awaited<ReturnType<Client['getReport']>> = exampleReport;
    expect(report.schemaVersion).toMatch(/^1\./);
  });

  it.each([['listFindings' as const], ['getReportLink' as const]])(
    'returns the scan for %s while there is no report',
    async (name) => {
      server = await scriptedServer(json(202, scan, { 'Retry-After': '2' }));
      const { client } = clientOf(server.apiUrl);
      expect(await client[name]('scan_1')).toEqual({ scan, retryAfterMs: 2_000 });
    },
  );
});

it('reads all result pages of the list of sites', async () => {
  const pages = [
    { items: [site], nextCursor: 'b' },
    { items: [], nextCursor: 'c' },
    { items: [{ ...site, id: 'site_2' }], nextCursor: null },
  ];
  server = await scriptedServer(...pages.map((each) => json(200, each)));
  const sites = await clientOf(server.apiUrl).client.allSites();
  expect(sites.map(({ id }) => id)).toEqual(['site_1', 'site_2']);
  expect(server.seen.map(({ url }) => new URL(url, 'http://localhost').searchParams.get('cursor'))).toEqual([
    null,
    'b',
    'c',
  ]);
});

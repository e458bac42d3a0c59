import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { addPages } from '../../../adapters/dynamodb/frontier.ts';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { exampleReport } from '../../../core/api/example-report.ts';
import { createId } from '../../../core/ids.ts';
import { FindingIndexBuilder } from '../../../core/reports/finding-index.ts';
import type { IssueGroup, ReportNode, ReportPage } from '../../../core/reports/report.ts';
import { serializeGroups } from '../../../core/reports/scan-groups.ts';
import { serializePages } from '../../../core/reports/scan-pages.ts';
import { buildScanResults } from '../../../core/reports/scan-results.ts';
import { buildRevisionKey, revisionParts } from '../../../core/scans/object-keys.ts';
import { type Answer, type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
let accountId: string;
let owner: TestKey;
let siteId: string;
let scanId: string;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  owner = await api.key(accountId);
  siteId = (await owner.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example/' } })).json
    .id;
  scanId = await createReportedScan();
});
afterAll(() => api?.stop());

const [exampleGroup] = exampleReport.issueGroups as [IssueGroup];
const [examplePage] = exampleReport.pages as [ReportPage];
const none = { new: 0, regressed: 0, unchanged: 0, reclassified: 0, unknown: 0 };
const groups: IssueGroup[] = [
  { ...exampleGroup, id: 'grp_a' },
  { ...exampleGroup, id: 'grp_b', ruleId: 'label', impact: 'serious', byState: none, suppressed: 1 },
  { ...exampleGroup, id: 'grp_c', kind: 'review', byState: none, decidedFine: 1 },
];
const pages: ReportPage[] = [
  examplePage,
  { ...examplePage, id: 'p1', requestedUrl: 'https://shop.example/cart', title: 'Cart', outcome: 'timeout' },
];

async function triggerScan(metadata = {}): Promise<string> {
  const body = { config: { rules: ['wcag-aa'], metadata } };
  return (await owner.call('POST', `/sites/${siteId}/scans`, { body })).json.id;
}

/** Settles a scan that was completed; `putPart` writes its report before that. */
async function complete(id: string) {
  const item = await readTrackedScan(api.tables.store, id);
  if (!item) throw new Error('no scan');
  await settleScan(api.tables.store, item, { report: 'ready', edition: 'first' });
}

/** Creates a completed scan with a report. */
async function createReportedScan(metadata = {}): Promise<string> {
  const id = await triggerScan(metadata);
  const index = new FindingIndexBuilder();
  const node: ReportNode = { ...exampleGroup.example, issueGroup: 'grp_b', pageId: 'p1' };
  index.add({ kind: 'violation', ruleId: 'label', node }, 10);
  const parts = {
    findingsIndex: index.toJson(),
    results: JSON.stringify(buildScanResults(exampleReport)),
    groups: serializeGroups(groups),
    pages: serializePages(pages, new Map([['p0', 3]])),
  };
  for (const [part, text] of Object.entries(parts)) {
    const name = revisionParts[part as keyof typeof parts];
    await api.putReport(buildRevisionKey({ accountId, scanId: id, edition: 'first' }, name), text);
  }
  await complete(id);
  return id;
}

const get = (path: string, key = owner) => key.call('GET', path);
const idsOf = ({ json }: Answer) => json.items.map(({ id }: { id: string }) => id);

describe('the results of a scan', () => {
  it('are the report without its long lists', async () => {
    const { status, json } = await get(`/scans/${scanId}/results`);
    expect([status, json]).toEqual([200, JSON.parse(JSON.stringify(buildScanResults(exampleReport)))]);
  });
});

describe('the issue groups', () => {
  const filters: [string, string[]][] = [
    ['', ['grp_a', 'grp_b', 'grp_c']],
    ['state=new', ['grp_a']],
    ['impact=serious', ['grp_b']],
    ['kind=review', ['grp_c']],
    ['rule=label', ['grp_b']],
    ['criterion=1.1.1', ['grp_a', 'grp_c']],
    ['suppressed=true', ['grp_b']],
    ['decision=fine', ['grp_c']],
    ['decision=none', ['grp_a', 'grp_b']],
    ['decision=outdated', []],
    ['page=p1', ['grp_b']],
    ['page=p1&rule=image-alt', []],
  ];

  it('of a scan and of its site are filtered and counted', async () => {
    for (const path of [`/scans/${scanId}/groups`, `/sites/${siteId}/groups`]) {
      for (const [query, ids] of filters) {
        const answer = await get(`${path}?${query}`);
        expect([query, idsOf(answer), answer.json.total]).toEqual([query, ids, ids.length]);
      }
    }
  });

  it('of a scan and of its site are listed page by page', async () => {
    for (const path of [`/scans/${scanId}/groups`, `/sites/${siteId}/groups`]) {
      const first = await get(`${path}?limit=2`);
      expect(idsOf(first)).toEqual(['grp_a', 'grp_b']);
      const rest = await get(`${path}?limit=2&cursor=${first.json.nextCursor}`);
      expect([idsOf(rest), rest.json.nextCursor, rest.json.total]).toEqual([['grp_c'], null, 3]);
    }
  });

  it('of a site are those of the newest completed scan, or of that of a branch', async () => {
    const other = (
      await owner.call('POST', '/sites', { body: { name: 'Blog', url: 'https://shop.example/' } })
    ).json.id;
    expect((await get(`/sites/${other}/groups`)).json).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
      scan: null,
    });
    const ofBranch = await createReportedScan({ branch: 'feature/menu', commit: '9f1c2ab' });
    const newest = await createReportedScan({ branch: 'main' });
    await triggerScan({ branch: 'main' });
    const scanIdOf = async (query: string) => (await get(`/sites/${siteId}/groups${query}`)).json.scan;
    expect(await scanIdOf('')).toMatchObject({ id: newest, branch: 'main', commit: null });
    expect(await scanIdOf('?branch=feature/menu')).toMatchObject({ id: ofBranch, commit: '9f1c2ab' });
  });
});

describe('the pages of a scan', () => {
  it('are those of its report, filtered, page by page', async () => {
    const list = (query: string) => get(`/scans/${scanId}/pages?${query}`);
    const { json } = await list('');
    expect(json).toMatchObject({
      items: [
        { id: 'p0', new: 3 },
        { id: 'p1', title: 'Cart', outcome: 'timeout', violations: null, new: null },
      ],
      total: 2,
      counts: { byState: { waiting: 0, running: 0, ended: 2 }, byOutcome: { scanned: 1, timeout: 1 } },
    });
    expect(idsOf(await list('state=ended'))).toEqual(['p0', 'p1']);
    expect(idsOf(await list('outcome=timeout'))).toEqual(['p1']);
    expect(idsOf(await list('text=CART'))).toEqual(['p1']);
    const first = await list('limit=1');
    expect(idsOf(first)).toEqual(['p0']);
    expect(idsOf(await list(`limit=1&cursor=${first.json.nextCursor}`))).toEqual(['p1']);
  });

  it('are listed while the scan runs', async () => {
    const id = await triggerScan();
    const page = { scanId: id, depth: 0, state: 'open' as const, attempts: 0, sends: 0 };
    await addPages(api.tables.store, id, [
      { ...page, pageId: 'pb', position: 1, url: 'https://shop.example/b' },
      { ...page, pageId: 'pa', position: 2, url: 'https://shop.example/a' },
    ]);
    const answer = await get(`/scans/${id}/pages`);
    expect(idsOf(answer)).toEqual(['pb', 'pa']);
    expect(answer.json.counts.byState).toEqual({ waiting: 2, running: 0, ended: 0 });
  });
});

describe('the results, issue groups and pages', () => {
  it('are pending while the scan runs, and refused after the retention of the report', async () => {
    const id = await triggerScan();
    for (const part of ['results', 'groups']) {
      const { status, headers, json } = await get(`/scans/${id}/${part}`);
      expect([status, json.id, Number(headers.get('retry-after')) > 0]).toEqual([202, id, true]);
    }
    await complete(id);
    for (const part of ['results', 'groups', 'groups?page=p1']) {
      const { status, json } = await get(`/scans/${id}/${part}`);
      expect([status, json.code]).toEqual([409, 'nothing-to-report']);
    }
    expect((await get(`/scans/${id}/pages`)).json).toMatchObject({ items: [], total: 0 });
  });

  it('are not found by other accounts and by keys of other sites', async () => {
    const stranger = await api.key(await api.account());
    const limited = await api.key(accountId, { siteIds: [createId('site', new Date())] });
    for (const key of [stranger, limited]) {
      for (const part of ['results', 'groups', 'pages'])
        expect((await get(`/scans/${scanId}/${part}`, key)).json.code).toBe('scan-not-found');
      expect((await get(`/sites/${siteId}/groups`, key)).json.code).toBe('site-not-found');
    }
  });
});

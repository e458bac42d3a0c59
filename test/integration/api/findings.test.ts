import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { exampleNode } from '../../../core/api/example-report.ts';
import { createId } from '../../../core/ids.ts';
import { FindingIndexBuilder } from '../../../core/reports/finding-index.ts';
import type { ReportNode } from '../../../core/reports/report.ts';
import type { ReportFinding } from '../../../core/reports/report-source.ts';
import { buildRevisionKey, revisionParts } from '../../../core/scans/object-keys.ts';
import { type Answer, type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
let accountId: string;
let key: TestKey;
let siteId: string;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  key = await api.key(accountId, { role: 'viewer' });
  const owner = await api.key(accountId);
  siteId = (await owner.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example/' } })).json
    .id;
});
afterAll(() => api?.stop());

const REVISION_ID = 'first';
const SUPPRESSED_BY = 'supp_01k6zr1a2b3c4d5e6f7g8h9j0k';
const urls = ['https://shop.example/', 'https://shop.example/blog?a=1'];

/** Ten findings: one for each rule on each page. */
const findings: ReportFinding[] = (
  [
    ['violation', 'image-alt', { state: 'new' }],
    ['violation', 'label', { state: 'regressed', issueGroup: 'grp_b', fingerprint: 'f1_label' }],
    ['violation', 'color-contrast', { impact: 'serious', state: 'unchanged', suppressedBy: SUPPRESSED_BY }],
    ['violation', 'region', { impact: 'moderate', state: 'unknown', html: '<p>ä€😀 '.repeat(12_000) }],
    ['review', 'color-contrast', { impact: 'serious', state: 'unchanged', decision: 'outdated' }],
  ] as const
).flatMap(([kind, ruleId, node]) =>
  urls.map((url, page) => ({
    kind,
    ruleId,
    node: { ...exampleNode, url, pageId: `page_${page}`, ...(node as Partial<ReportNode>) },
  })),
);

/** A scan and its settled state. */
async function triggerScan() {
  const owner = await api.key(accountId);
  const body = { config: { rules: ['wcag-aa'] } };
  const { id } = (await owner.call('POST', `/sites/${siteId}/scans`, { body })).json as { id: string };
  const settle = async (report: 'ready' | 'none') => {
    const item = await readTrackedScan(api.tables.store, id);
    if (!item) throw new Error('no scan');
    const as = report === 'ready' ? { edition: REVISION_ID } : { failure: 'no-page-scanned' as const };
    await settleScan(api.tables.store, item, { report, ...as });
  };
  const get = (query = '', by = key) => by.call('GET', `/scans/${id}/findings${query}`);
  return { id, settle, get };
}

/** Creates a scan whose report has findings. */
async function createReportedScan(rows: readonly ReportFinding[] = findings) {
  const scan = await triggerScan();
  const of = { accountId, scanId: scan.id, edition: REVISION_ID };
  const builder = new FindingIndexBuilder();
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  for (const [at, row] of rows.entries()) builder.add(row, Buffer.byteLength(lines[at] ?? ''));
  await api.putReport(buildRevisionKey(of, revisionParts.findings), lines.join(''));
  await api.putReport(buildRevisionKey(of, revisionParts.findingsIndex), builder.toJson());
  await scan.settle('ready');
  return scan;
}

const briefOf = ({ json }: Answer) =>
  json.items.map(({ kind, ruleId, pageId }: ReportNode & ReportFinding) => `${kind} ${ruleId} ${pageId}`);

describe('the findings of a scan', () => {
  it('are those of its report, in its order, with the required result of their rule', async () => {
    const { get } = await createReportedScan();
    const { status, json } = await get('?limit=100');
    expect([status, json.total, json.nextCursor]).toEqual([200, 10, null]);
    for (const [at, { kind, ruleId, node }] of findings.entries()) {
      expect(json.items[at]).toMatchObject({ kind, ruleId, ...node });
    }
    expect(json.items[4]).toMatchObject({ successCriteria: ['1.4.3'] });
    expect(json.items[0].help).toMatch(/^Images must have/);
  });

  it('are filtered', async () => {
    const { get } = await createReportedScan();
    const rules = async (query: string) => {
      const answer = await get(`?${query}`);
      expect(answer.json.total).toBe(answer.json.items.length);
      return briefOf(answer);
    };
    const both = (rule: string) => [`${rule} page_0`, `${rule} page_1`];
    expect(await rules('state=new')).toEqual(both('violation image-alt'));
    expect(await rules('impact=moderate')).toEqual(both('violation region'));
    expect(await rules('kind=review')).toEqual(both('review color-contrast'));
    expect(await rules('rule=label')).toEqual(both('violation label'));
    expect(await rules('rule=bypass')).toEqual([]);
    expect(await rules('suppressed=true')).toEqual(both('violation color-contrast'));
    expect(await rules('suppressed=false&rule=color-contrast')).toEqual(both('review color-contrast'));
    expect(await rules('decision=outdated')).toEqual(both('review color-contrast'));
    expect(await rules('decision=none&kind=review')).toEqual(both('review color-contrast'));
    expect(await rules('decision=fine')).toEqual([]);
    expect(await rules('criterion=1.4.3')).toEqual([
      ...both('violation color-contrast'),
      ...both('review color-contrast'),
    ]);
    expect(await rules('criterion=1.1.1&rule=label')).toEqual([]);
    expect(await rules('issueGroup=grp_b')).toEqual(both('violation label'));
    expect(await rules('fingerprint=f1_label')).toEqual(both('violation label'));
    expect(await rules('url=BLOG&rule=label')).toEqual(['violation label page_1']);
    expect(await rules('issueGroup=grp_b&page=page_1')).toEqual(['violation label page_1']);
    expect(await rules(`issueGroup=grp_b&page=${encodeURIComponent(urls[0] ?? '')}`)).toEqual([
      'violation label page_0',
    ]);
    expect(await rules('page=page_1&kind=review')).toEqual(['review color-contrast page_1']);
    expect(await rules(`page=${encodeURIComponent(urls[1] ?? '')}&rule=label`)).toEqual([
      'violation label page_1',
    ]);
  });

  it('are listed page by page, each once, with a cursor of this scan and these filters', async () => {
    const { get, id } = await createReportedScan();
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: Answer = await get(`?kind=violation&limit=3${cursor && `&cursor=${cursor}`}`);
      expect(answer.json.total).toBe(8);
      seen.push(...briefOf(answer));
      cursor = answer.json.nextCursor;
    }
    expect(seen).toEqual(briefOf(await get('?kind=violation')));
    const { nextCursor } = (await get('?limit=1')).json;
    expect((await get(`?kind=violation&cursor=${nextCursor}`)).json.code).toBe('cursor-invalid');
    const other = await createReportedScan();
    expect(other.id).not.toBe(id);
    expect((await other.get(`?cursor=${nextCursor}`)).json.code).toBe('cursor-invalid');
  });

  it('list the allowed filters when one is wrong', async () => {
    const { get } = await createReportedScan([]);
    expect((await get()).json).toEqual({ items: [], nextCursor: null, total: 0 });
    const errors = async (query: string) => (await get(`?${query}`)).json.errors[0];
    expect((await errors('state=old')).allowed).toEqual([
      'new',
      'regressed',
      'unchanged',
      'reclassified',
      'unknown',
    ]);
    expect((await errors('impact=severe')).allowed).toEqual(['critical', 'serious', 'moderate', 'minor']);
    expect(await errors('rule=labels')).toEqual({
      path: 'query.rule',
      message: 'must be the id of a rule, as reports show it',
    });
    expect(await errors('criterion=9.9.9')).toEqual({
      path: 'query.criterion',
      message: 'must be a criterion such as 1.4.3',
    });
    expect((await errors('suppressed=yes')).allowed).toEqual(['true', 'false']);
    expect(await errors('sort=impact')).toMatchObject({ path: 'query.sort' });
    expect(await errors('limit=101')).toMatchObject({ path: 'query.limit' });
  });

  it('are not ready while the scan runs: 202 with the scan', async () => {
    const { id, get } = await triggerScan();
    const { status, headers, json } = await get('?state=new');
    expect([status, json.id, Number(headers.get('retry-after')) > 0]).toEqual([202, id, true]);
  });

  it('are refused with the reason when there is nothing to report, or the report has expired', async () => {
    const failed = await triggerScan();
    await failed.settle('none');
    const nothing = await failed.get();
    expect([nothing.status, nothing.json.code]).toEqual([409, 'nothing-to-report']);
    expect(nothing.json.detail).toContain('No page of the scan could be scanned.');
    const expired = await triggerScan();
    await expired.settle('ready');
    const gone = await expired.get();
    expect([gone.status, gone.json.code]).toEqual([409, 'nothing-to-report']);
    expect(gone.json.detail).toContain('retention');
  });

  it('answer like those of an unknown scan if they belong to another account or are outside the key’s sites', async () => {
    const { get } = await createReportedScan();
    const stranger = await api.key(await api.account());
    const limited = await api.key(accountId, { siteIds: [createId('site', new Date())] });
    const body = ({ json }: Answer) => ({ ...json, instance: '' });
    const unknown = await key.call('GET', `/scans/${createId('scan', new Date())}/findings`);
    expect([unknown.status, unknown.json.code]).toEqual([404, 'scan-not-found']);
    for (const by of [stranger, limited]) expect(body(await get('', by))).toEqual(body(unknown));
    expect(body(await key.call('GET', '/scans/nonsense/findings'))).toEqual(body(unknown));
  });
});

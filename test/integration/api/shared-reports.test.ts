import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { deleteScanData } from '../../../adapters/dynamodb/delete-scan-data.ts';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { readScanStart, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { buildSharedReportItem, findSharedReport } from '../../../adapters/dynamodb/shared-reports.ts';
import { write } from '../../../adapters/dynamodb/write.ts';
import { exampleReport } from '../../../core/api/example-report.ts';
import { createId } from '../../../core/ids.ts';
import { buildScanResults } from '../../../core/reports/scan-results.ts';
import { buildRevisionKey, revisionParts } from '../../../core/scans/object-keys.ts';
import { parseShareToken } from '../../../core/shared-reports/share-token.ts';
import { SHARED_PER_SCAN_MAX } from '../../../core/shared-reports/shared-report.ts';
import { startParameters, type TestParameters } from '../../support/parameters.ts';
import { setMembers } from '../../support/set-members.ts';
import { type Answer, type Api, startApi, type TestPerson } from './harness.ts';

let api: Api;
let parameters: TestParameters;
const ORIGIN = 'https://dashboard.example.com';
const REVISION = 'first';

beforeAll(async () => {
  parameters = await startParameters();
  parameters.setSignIn(ORIGIN);
  api = await startApi({
    AWS_ENDPOINT_URL_SSM: parameters.endpoint,
    SIGN_IN_PARAMETER: 'sign-in',
  });
});
afterAll(() => Promise.all([api?.stop(), parameters?.stop()]));

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const codeOf = ({ status, json }: Answer) => [status, json?.code];
const idsOf = ({ json }: Answer) => json.items.map(({ id }: { id: string }) => id);
const share = (by: TestPerson, scanId: string, more: object = {}) =>
  by.call('POST', '/shared-reports', { body: { scanId, ...more } });
const actionsOf = async (accountId: string) =>
  (await Array.fromAsync(readAuditLog(api.tables.store, accountId))).map(({ action }) => action);

async function createSite(by: TestPerson): Promise<string> {
  return (await by.call('POST', '/sites', { body: { name: 'Shop', url: 'https://shop.example.com/' } })).json
    .id;
}

/** Creates a scan, whose report is ready unless another state is given. */
async function createScan(by: TestPerson, siteId: string, report: 'ready' | 'none' | 'pending' = 'ready') {
  const body = { config: { rules: ['wcag-aa'] } };
  const { id } = (await by.call('POST', `/sites/${siteId}/scans`, { body })).json as { id: string };
  const item = (await readTrackedScan(api.tables.store, id)) ?? expect.unreachable();
  const results = buildRevisionKey({ ...item, edition: REVISION }, revisionParts.results);
  if (report === 'ready') await api.putReport(results, JSON.stringify(buildScanResults(exampleReport)));
  if (report === 'ready') await settleScan(api.tables.store, item, { report, edition: REVISION });
  if (report === 'none') await settleScan(api.tables.store, item, { report, failure: 'no-page-scanned' });
  return id;
}

async function start() {
  const accountId = await api.account();
  const ada = await api.member(accountId, 'admin', { name: 'Ada' });
  const siteId = await createSite(ada);
  return { accountId, ada, siteId, scanId: await createScan(ada, siteId) };
}

describe('a shared report', () => {
  it('has a link whose token is returned once and stored as a hash only', async () => {
    const { accountId, ada, siteId, scanId } = await start();
    const before = Date.now();
    const { status, json } = await share(ada, scanId, { note: ' Agency ' });
    const { id, token, url, ...rest } = json;
    expect([status, url]).toEqual([201, `${ORIGIN}/shared#${token}`]);
    expect(rest).toMatchObject({ scanId, siteId, siteName: 'Shop', note: 'Agency' });
    expect(rest.createdBy).toEqual({ personId: ada.personId, name: 'Ada' });
    const days = (time: string) => Math.round((Date.parse(time) - before) / 86_400_000);
    expect([days(rest.expiresAt), days(rest.reportKeptUntil)]).toEqual([30, 365]);
    expect((await ada.call('GET', '/shared-reports')).json).toEqual({
      items: [{ id, ...rest }],
      nextCursor: null,
    });
    const stored = await findSharedReport(api.tables.store, id);
    const secret = token.slice(-43);
    expect(stored).toMatchObject({ tokenHash: parseShareToken(token)?.tokenHash, revision: REVISION });
    expect(JSON.stringify(stored)).not.toContain(secret);
    const log = await Array.fromAsync(readAuditLog(api.tables.store, accountId));
    expect(log.find(({ action }) => action === 'shared-report.created')).toMatchObject({
      actor: ada.personId,
      target: id,
      detail: { scan: scanId, site: siteId, expiresAt: rest.expiresAt },
    });
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${secret}|Agency`));
  });

  it('is listed by scan and by site, page by page, until it expires', async () => {
    const { ada, siteId, scanId } = await start();
    const otherSite = await createSite(ada);
    const otherScan = await createScan(ada, otherSite);
    const ids: string[] = [];
    for (const scan of [scanId, otherScan, scanId]) ids.unshift((await share(ada, scan)).json.id);
    const list = async (query = '') => idsOf(await ada.call('GET', `/shared-reports${query}`));
    expect(await list()).toEqual(ids);
    expect(await list(`?scanId=${scanId}`)).toEqual([ids[0], ids[2]]);
    expect(await list(`?siteId=${otherSite}`)).toEqual([ids[1]]);
    expect(await list(`?scanId=${scanId}&siteId=${otherSite}`)).toEqual([]);
    const first = (await ada.call('GET', `/shared-reports?limit=1&siteId=${siteId}`)).json;
    const rest = `?limit=1&siteId=${siteId}&cursor=${first.nextCursor}`;
    expect([first.items[0].id, ...(await list(rest))]).toEqual([ids[0], ids[2]]);
    expect(codeOf(await ada.call('GET', `/shared-reports?cursor=${first.nextCursor}`))).toEqual([
      422,
      'cursor-invalid',
    ]);
    await setMembers(api.tables.store, itemKeys.sharedReport(ids[0] ?? ''), { expiresAt: minutesAgo(1) });
    expect(await list()).toEqual([ids[1], ids[2]]);
  });

  it('is revoked at once, and is not found after that', async () => {
    const { accountId, ada, scanId } = await start();
    const { id } = (await share(ada, scanId)).json;
    expect((await ada.call('DELETE', `/shared-reports/${id}`)).status).toBe(204);
    expect(await findSharedReport(api.tables.store, id)).toBeUndefined();
    expect(idsOf(await ada.call('GET', '/shared-reports'))).toEqual([]);
    expect(await actionsOf(accountId)).toContain('shared-report.revoked');
    for (const unknown of [id, createId('share', new Date()), 'nonsense'])
      expect(codeOf(await ada.call('DELETE', `/shared-reports/${unknown}`))).toEqual([
        404,
        'shared-report-not-found',
      ]);
  });

  it('is for managers and administrators, and for the sites that they are limited to', async () => {
    const { accountId, ada, siteId, scanId } = await start();
    const { id } = (await share(ada, scanId)).json;
    const viewer = await api.member(accountId, 'viewer');
    expect(codeOf(await share(viewer, scanId))).toEqual([403, 'role-too-small']);
    const key = await api.key(accountId);
    expect((await key.call('GET', '/shared-reports')).json.code).toBe('people-only');
    const otherSite = await createSite(ada);
    const elsewhere = await api.member(accountId, 'manager', { siteIds: [otherSite] });
    expect(codeOf(await share(elsewhere, scanId))).toEqual([404, 'scan-not-found']);
    expect(idsOf(await elsewhere.call('GET', `/shared-reports?scanId=${scanId}`))).toEqual([]);
    expect((await elsewhere.call('DELETE', `/shared-reports/${id}`)).json.code).toBe(
      'shared-report-not-found',
    );
    const manager = await api.member(accountId, 'manager', { siteIds: [siteId] });
    expect(idsOf(await manager.call('GET', '/shared-reports'))).toEqual([id]);
    expect((await share(manager, scanId)).status).toBe(201);
    expect((await manager.call('DELETE', `/shared-reports/${id}`)).status).toBe(204);
  });

  it('is not one of another account, even by the id of its scan', async () => {
    const [{ ada, scanId }, { ada: eve, scanId: own }] = [await start(), await start()];
    const { id } = (await share(ada, scanId)).json;
    expect(codeOf(await share(eve, scanId))).toEqual([404, 'scan-not-found']);
    expect(idsOf(await eve.call('GET', `/shared-reports?scanId=${scanId}`))).toEqual([]);
    expect((await eve.call('DELETE', `/shared-reports/${id}`)).status).toBe(404);
    expect((await share(eve, own)).status).toBe(201);
    expect(idsOf(await ada.call('GET', '/shared-reports'))).toEqual([id]);
  });

  it('needs a scan with a report', async () => {
    const { ada, siteId } = await start();
    const unfinished = await createScan(ada, siteId, 'pending');
    expect(codeOf(await share(ada, unfinished))).toEqual([409, 'report-not-ready']);
    const failed = await createScan(ada, siteId, 'none');
    expect(codeOf(await share(ada, failed))).toEqual([409, 'nothing-to-report']);
    const later = await createScan(ada, siteId);
    await setMembers(api.tables.store, itemKeys.scan(later), { edition: 'deleted' });
    expect(codeOf(await share(ada, later))).toEqual([409, 'nothing-to-report']);
  });

  it('needs a recent sign-in if the scan was made with credentials', async () => {
    const { accountId, ada, scanId } = await start();
    const old = await api.member(accountId, 'manager', { session: { signedInAt: minutesAgo(16) } });
    expect((await share(old, scanId)).status).toBe(201);
    const { settings: used } = await readScanStart(api.tables.store, scanId);
    const settings = { ...used, signedIn: true };
    await setMembers(api.tables.store, itemKeys.start(scanId), { settings });
    expect(codeOf(await share(old, scanId))).toEqual([403, 'sign-in-too-old']);
    expect((await share(ada, scanId)).status).toBe(201);
  });

  it('is one of a limited number of a scan', async () => {
    const { ada, scanId } = await start();
    const { id } = (await share(ada, scanId)).json;
    const shared = (await findSharedReport(api.tables.store, id)) ?? expect.unreachable();
    const add = async (expiresAt: string) => {
      const shareId = createId('share', new Date());
      const Item = buildSharedReportItem({ ...shared, shareId, expiresAt });
      await write(api.tables.store, new PutCommand({ TableName: api.tables.store.table, Item }));
    };
    await Promise.all(Array.from({ length: SHARED_PER_SCAN_MAX - 2 }, () => add(shared.expiresAt)));
    await add(minutesAgo(1));
    expect((await share(ada, scanId)).status).toBe(201);
    expect(codeOf(await share(ada, scanId))).toEqual([409, 'shared-reports-limit']);
  });

  it.each([
    ['a malformed scan', { scanId: 'nonsense' }, 'scanId'],
    ['no day', { expiresInDays: 0 }, 'expiresInDays'],
    ['more than 90 days', { expiresInDays: 91 }, 'expiresInDays'],
    ['an empty note', { note: ' ' }, 'note'],
    ['a long note', { note: 'a'.repeat(201) }, 'note'],
    ['a note with a control character', { note: 'a\u202eb' }, 'note'],
    ['an unknown member', { revision: 'x' }, 'revision'],
  ])('is refused with %s', async (_, more, path) => {
    const ada = await api.member(await api.account());
    const { status, json } = await share(ada, createId('scan', new Date()), more);
    expect([status, json.errors.map((error: { path: string }) => error.path)]).toEqual([422, [path]]);
  });

  it('ends with its scan', async () => {
    const { accountId, ada, siteId, scanId } = await start();
    const { id } = (await share(ada, scanId)).json;
    await ada.call('DELETE', `/scans/${scanId}`);
    expect(codeOf(await share(ada, scanId))).toEqual([404, 'scan-not-found']);
    const pass = { isLast: false, isTimeUp: () => false };
    expect(await deleteScanData(api.tables.store, { accountId, siteId }, scanId, pass)).toBe(true);
    expect(await findSharedReport(api.tables.store, id)).toBeUndefined();
  });
});

describe('an account that forbids sharing', () => {
  it('has no shared report and gets none, also not the earlier ones when it allows sharing again', async () => {
    const { accountId, ada, scanId } = await start();
    const manager = await api.member(accountId, 'manager');
    await share(ada, scanId);
    const set = (by: TestPerson, sharing: unknown) => by.call('PATCH', '/account', { body: { sharing } });
    expect((await ada.call('GET', '/account')).json.sharing).toBe('allowed');
    expect(codeOf(await set(manager, 'forbidden'))).toEqual([403, 'role-too-small']);
    for (const wrong of ['never', null, '']) expect((await set(ada, wrong)).status).toBe(422);
    expect((await ada.call('PATCH', '/account', { body: {} })).status).toBe(422);
    expect((await set(ada, 'forbidden')).json).toMatchObject({ sharing: 'forbidden', name: 'Test' });
    expect(codeOf(await share(ada, scanId))).toEqual([403, 'sharing-forbidden']);
    expect(idsOf(await ada.call('GET', '/shared-reports'))).toEqual([]);
    expect((await set(ada, 'allowed')).json.sharing).toBe('allowed');
    expect(idsOf(await ada.call('GET', '/shared-reports'))).toEqual([]);
    const { id } = (await share(ada, scanId)).json;
    expect(idsOf(await ada.call('GET', '/shared-reports'))).toEqual([id]);
    const log = await Array.fromAsync(readAuditLog(api.tables.store, accountId));
    const changes = log.filter(({ action }) => action === 'account.changed');
    expect(changes.map(({ detail }) => detail)).toEqual([
      { changed: ['sharing'], sharing: 'allowed' },
      { changed: ['sharing'], sharing: 'forbidden' },
    ]);
  });
});

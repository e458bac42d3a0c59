import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failScan } from '../../../adapters/dynamodb/end-scan.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { readItem } from '../../../adapters/dynamodb/read-items.ts';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { settleCompletedScan } from '../../../adapters/dynamodb/settle-completed-scan.ts';
import { buildScanEntryItem } from '../../../adapters/dynamodb/site-entries.ts';
import { writeWithNewer } from '../../../adapters/dynamodb/write-newer.ts';
import { exampleConditions, exampleFinishedScan, exampleTrendPoint } from '../../../core/api/examples.ts';
import { toEarlierScan } from '../../../core/comparison/settled-scan.ts';
import type { ScanSummary } from '../../../core/scans/scan.ts';
import { type Api, startApi, type TestKey } from './harness.ts';

const summary = exampleFinishedScan.summary as ScanSummary;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

/** Creates an account, and returns what its tests need. */
async function createAccount() {
  const accountId = await api.account();
  const owner = await api.key(accountId);
  const { store } = api.tables;
  return {
    accountId,
    owner,
    async site(name: string, labels: string[] = []): Promise<string> {
      const body = { name, labels, url: `https://${name.toLowerCase()}.example/` };
      return (await owner.call('POST', '/sites', { body })).json.id;
    },
    async trigger(siteId: string, config: object = { metadata: { branch: 'main' } }): Promise<string> {
      const body = { config: { rules: ['wcag-aa'], ...config } };
      return (await owner.call('POST', `/sites/${siteId}/scans`, { body })).json.id;
    },
    async complete(scanId: string, given: Partial<ScanSummary> = {}): Promise<void> {
      const scan = await readTrackedScan(store, scanId);
      if (!scan) throw new Error('no scan');
      const records = {
        point: { ...exampleTrendPoint, scanId },
        conditions: exampleConditions,
        settled: { ...toEarlierScan(scan), verdict: 'passed', thresholds: null, isRoot: false } as const,
        becomesLatest: true,
      };
      const settlement = { report: 'ready', edition: 'one', summary: { ...summary, ...given } } as const;
      expect(await settleCompletedScan(store, scan, settlement, records, new Date())).toBe(true);
    },
    fail: (scanId: string) => failScan(store, scanId, 'planning-failed', new Date()),
    async read(query: Record<string, string> = {}, by: Pick<TestKey, 'call'> = owner) {
      const { status, json } = await by.call('GET', `/overview?${new URLSearchParams(query)}`);
      expect(status).toBe(200);
      return json;
    },
  };
}

const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);

describe('the overview', () => {
  it('shows a site from its creation to its deletion', async () => {
    const { owner, site, read } = await createAccount();
    expect(await read()).toEqual({ items: [], nextCursor: null, total: 0, labels: [] });
    const siteId = await site('Shop', ['web team']);
    expect((await read()).items).toEqual([
      {
        siteId,
        name: 'Shop',
        host: 'shop.example',
        labels: ['web team'],
        createdAt: expect.any(String),
        last: null,
        result: null,
      },
    ]);
    const body = { name: 'Store', labels: ['other'], url: 'https://store.example/' };
    await owner.call('PATCH', `/sites/${siteId}`, { body });
    const changed = await read();
    expect(changed.items).toMatchObject([{ name: 'Store', host: 'store.example', labels: ['other'] }]);
    expect(changed.labels).toEqual(['other']);
    await owner.call('DELETE', `/sites/${siteId}`);
    expect((await read()).items).toEqual([]);
  });

  it('shows how the newest scan ended, and the numbers of the newest completed one', async () => {
    const { site, trigger, complete, fail, read } = await createAccount();
    const siteId = await site('Shop');
    const first = await trigger(siteId);
    await complete(first);
    const second = await trigger(siteId);
    await fail(second);
    const [entry] = (await read()).items;
    expect(entry.last).toMatchObject({ scanId: second, status: 'failed', failure: 'planning-failed' });
    expect(entry.result).toEqual({
      scanId: first,
      createdAt: expect.any(String),
      branch: 'main',
      gate: 'failed',
      new: 1,
      fixed: 1,
      needsReview: 0,
      issueGroups: 1,
      issueGroupsByImpact: summary.issueGroupsByImpact,
      pagesNotJudged: 0,
    });
  });

  it('shows null instead of the numbers of a comparison if a scan had no baseline', async () => {
    const { site, trigger, complete, read } = await createAccount();
    await complete(await trigger(await site('Shop')), { hasBaseline: false, new: 0, fixed: 0 });
    expect((await read()).items[0].result).toMatchObject({ new: null, fixed: null, issueGroups: 1 });
  });

  it('keeps what a newer scan wrote if an older one ends later', async () => {
    const { site, trigger, complete, fail, read } = await createAccount();
    const siteId = await site('Shop');
    const [oldest, older, newest] = [await trigger(siteId), await trigger(siteId), await trigger(siteId)];
    await fail(newest);
    await complete(older, { issueGroups: 5 });
    await complete(oldest, { issueGroups: 7 });
    const [{ last, result }] = (await read()).items;
    expect([last.scanId, result.scanId, result.issueGroups]).toEqual([newest, older, 5]);
  });

  it('shows no numbers of a pull request or a preview, also after the scan of the site was deleted', async () => {
    const { owner, site, trigger, complete, read } = await createAccount();
    const siteId = await site('Shop');
    const [older, newer] = [await trigger(siteId), await trigger(siteId)];
    await complete(older, { issueGroups: 5 });
    await complete(newer, { issueGroups: 6 });
    const others: string[] = [];
    for (const config of [
      { metadata: { branch: 'fix', pullRequest: '7' } },
      { metadata: { branch: 'fix', targetBranch: 'main' } },
      { url: 'https://shop.example/preview/' },
    ]) {
      const other = await trigger(siteId, config);
      await complete(other, { issueGroups: 0 });
      others.push(other);
    }
    const readEntry = async () => (await read()).items[0];
    expect(await readEntry()).toMatchObject({
      last: { scanId: others[2] },
      result: { scanId: newer, issueGroups: 6 },
    });
    expect((await owner.call('DELETE', `/scans/${newer}`)).status).toBe(204);
    expect((await readEntry()).result).toMatchObject({ scanId: older, issueGroups: 5 });
  });

  it('shows no numbers of a scan with a smaller crawl than that of its site', async () => {
    const { site, trigger, complete, read } = await createAccount();
    const siteId = await site('Shop');
    const whole = await trigger(siteId, { maxPages: 25 });
    await complete(whole);
    const part = await trigger(siteId, { maxPages: 5 });
    await complete(part, { issueGroups: 0 });
    expect((await read()).items[0]).toMatchObject({ last: { scanId: part }, result: { scanId: whole } });
  });

  it('follows the main branch of a site when it is changed, and when scans of branches end', async () => {
    const { owner, site, trigger, complete, read } = await createAccount();
    const siteId = await site('Shop');
    const of = (branch?: string) => trigger(siteId, branch === undefined ? {} : { metadata: { branch } });
    const setMain = (mainBranch: string | null) =>
      owner.call('PATCH', `/sites/${siteId}`, { body: { mainBranch } });
    const readResult = async () => (await read()).items[0].result?.scanId ?? null;
    const [main, next] = [await of('main'), await of('next')];
    await complete(main);
    await complete(next);
    expect(await readResult()).toBe(next);
    expect((await setMain('main')).json.mainBranch).toBe('main');
    expect(await readResult()).toBe(main);
    expect((await setMain('main')).status).toBe(200);
    expect(await readResult()).toBe(main);
    const later = await of('next');
    await complete(later);
    expect(await readResult()).toBe(main);
    await setMain('release');
    expect(await readResult()).toBe(null);
    const byHand = await of();
    await complete(byHand);
    expect(await readResult()).toBe(byHand);
    expect((await owner.call('DELETE', `/scans/${byHand}`)).status).toBe(204);
    expect(await readResult()).toBe(null);
    await setMain('next');
    expect(await readResult()).toBe(later);
    expect((await read()).items[0]).not.toHaveProperty('mainBranch');
  });

  it('shows the result that fits the main branch if that is changed while a scan ends', async () => {
    const { accountId, owner, site, trigger, complete, read } = await createAccount();
    const siteId = await site('Shop');
    const [main, next] = [await trigger(siteId), await trigger(siteId, { metadata: { branch: 'next' } })];
    await complete(main);
    const { store } = api.tables;
    const scan = (await readTrackedScan(store, next)) ?? expect.unreachable();
    const key = itemKeys.siteEntry(accountId, siteId);
    const stored = await readItem(store, key);
    await owner.call('PATCH', `/sites/${siteId}`, { body: { mainBranch: 'main' } });
    const end = { status: 'completed', report: 'ready', summary } as const;
    const late = buildScanEntryItem(store, scan, end, stored) ?? expect.unreachable();
    await writeWithNewer(store, [], [late]);
    expect((await read()).items[0]).toMatchObject({ last: { scanId: next }, result: { scanId: main } });
  });

  it('does not show a deleted site again when its scan ends', async () => {
    const { owner, site, trigger, fail, read } = await createAccount();
    const siteId = await site('Shop');
    const scanId = await trigger(siteId);
    await owner.call('DELETE', `/sites/${siteId}`);
    await fail(scanId);
    expect((await read()).items).toEqual([]);
  });

  it('shows the newest scan that is left after one was deleted', async () => {
    const { owner, site, trigger, complete, read } = await createAccount();
    const siteId = await site('Shop');
    const [first, second] = [await trigger(siteId), await trigger(siteId)];
    await complete(first, { issueGroups: 3 });
    await complete(second);
    expect((await owner.call('DELETE', `/scans/${second}`)).status).toBe(204);
    const [entry] = (await read()).items;
    expect(entry.last).toMatchObject({ scanId: first, status: 'completed' });
    expect(entry.result).toMatchObject({ scanId: first, issueGroups: 3 });
    await owner.call('DELETE', `/scans/${first}`);
    expect((await read()).items).toMatchObject([{ siteId, last: null, result: null }]);
  });

  it('is sorted, filtered and read page by page', async () => {
    const { site, trigger, complete, read, owner } = await createAccount();
    await site('Blog', ['web team']);
    const shop = await site('Shop', ['web team', 'sales']);
    await site('Forum');
    await complete(await trigger(shop));
    expect(namesOf(await read())).toEqual(['Shop', 'Blog', 'Forum']);
    expect(namesOf(await read({ sort: 'name' }))).toEqual(['Blog', 'Forum', 'Shop']);
    expect(await read({ label: 'WEB team' })).toMatchObject({ total: 2, labels: ['sales', 'web team'] });
    expect(namesOf(await read({ text: 'UM.exam' }))).toEqual(['Forum']);
    const first = await read({ limit: '2' });
    expect([namesOf(first), first.total]).toEqual([['Shop', 'Blog'], 3]);
    const next = await owner.call('GET', `/overview?limit=2&cursor=${first.nextCursor}`);
    expect([namesOf(next.json), next.json.nextCursor]).toEqual([['Forum'], null]);
    const other = await owner.call('GET', `/overview?limit=2&sort=name&cursor=${first.nextCursor}`);
    expect(other.json.code).toBe('cursor-invalid');
  });

  it('has only the sites that the caller may access', async () => {
    const { accountId, site, read } = await createAccount();
    await site('Blog', ['secret']);
    const limited = await api.key(accountId, { siteIds: [await site('Shop', ['sales'])] });
    expect(await read({}, limited)).toMatchObject({ total: 1, labels: ['sales'], items: [{ name: 'Shop' }] });
    const stranger = await api.key(await api.account());
    expect(namesOf(await read({}, stranger))).toEqual([]);
  });
});

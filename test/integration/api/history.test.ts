import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { settleCompletedScan } from '../../../adapters/dynamodb/settle-completed-scan.ts';
import { exampleNode } from '../../../core/api/example-report.ts';
import { exampleConditions, exampleTrendPoint } from '../../../core/api/examples.ts';
import { toEarlierScan } from '../../../core/comparison/settled-scan.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { serializeState } from '../../../core/comparison/stored-state.ts';
import { buildHistory } from '../../../core/history/next-history.ts';
import { type SiteHistory, toHistoryScan } from '../../../core/history/site-history.ts';
import { serializeHistory } from '../../../core/history/stored-history.ts';
import { FindingIndexBuilder } from '../../../core/reports/finding-index.ts';
import { buildRevisionKey, revisionParts } from '../../../core/scans/object-keys.ts';
import { type Element, pageOf, print, stateOf } from '../../unit/comparison/fixtures.ts';
import { type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
let accountId: string;
let owner: TestKey;
let viewer: TestKey;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  owner = await api.key(accountId);
  viewer = await api.key(accountId, { role: 'viewer' });
});
afterAll(() => api?.stop());

/** A site of which every scan finds some elements on its only page. */
async function createSite() {
  const site = { name: 'Shop', url: 'https://shop.example/' };
  const siteId = (await owner.call('POST', '/sites', { body: site })).json.id as string;
  let carried: SiteState | null = null;
  let previous: SiteHistory | null = null;
  const trigger = async (config: object = {}) => {
    const body = { config: { rules: ['wcag-aa'], ...config } };
    const scan = (await owner.call('POST', `/sites/${siteId}/scans`, { body })).json;
    return scan.id as string;
  };
  /** Completes a scan with these elements, of which each is an issue group. */
  const complete = async (
    commit: string,
    elements: Element[],
    { branch = 'main', storesState = true, suppressed = [] as string[], ...config } = {},
  ) => {
    const id = await trigger({ ...config, metadata: { branch, commit } });
    const item = await readTrackedScan(api.tables.store, id);
    if (!item) throw new Error('no scan');
    const of = { accountId, scanId: id, edition: 'first' };
    const state = stateOf({ '/a': [pageOf(elements)] }, { scanId: id, carried });
    const groups = new Map(elements.map(({ is }) => [print(is), `grp_${is}`]));
    previous = buildHistory({ scan: toHistoryScan(item), state, groups, previous, carried: null });
    carried = state;
    const index = new FindingIndexBuilder();
    for (const { is, kind = 'violation', rule = 'image-alt' } of elements) {
      const suppressedBy = suppressed.includes(is) ? 'supp_01k6zr1a2b3c4d5e6f7g8h9j0k' : null;
      index.add({ kind, ruleId: rule, node: { ...exampleNode, fingerprint: print(is), suppressedBy } }, 10);
    }
    await api.putReport(buildRevisionKey(of, revisionParts.findingsIndex), index.toJson());
    if (storesState)
      await api.putReport(buildRevisionKey(of, revisionParts.state), [...serializeState(state)].join(''));
    await api.putReport(
      buildRevisionKey(of, revisionParts.history),
      [...serializeHistory(previous)].join(''),
    );
    const leaves = {
      point: { ...exampleTrendPoint, scanId: id, createdAt: item.createdAt },
      conditions: exampleConditions,
      settled: { ...toEarlierScan(item), verdict: 'passed', thresholds: null, isRoot: false } as const,
      becomesLatest: true,
    };
    await settleCompletedScan(
      api.tables.store,
      item,
      { report: 'ready', edition: 'first' },
      leaves,
      new Date(),
    );
    return { scanId: id, commit, at: item.createdAt };
  };
  const get = (path: string, by = viewer) => by.call('GET', `/sites/${siteId}${path}`);
  const compare = (scanId: string, query: string) =>
    viewer.call('GET', `/scans/${scanId}/comparison?${query}`);
  return { siteId, trigger, complete, get, compare };
}

const logo = { is: 'logo' };
const map = { is: 'map', kind: 'review' } as const;

describe('the history of a finding and of an issue group', () => {
  it('has the scans that first saw it, observed its fix, and saw it again', async () => {
    const { complete, get } = await createSite();
    const first = await complete('c1c1c1c', [logo, map]);
    const second = await complete('c2c2c2c', [map]);
    const third = await complete('c3c3c3c', [logo], { branch: 'feature' });
    const finding = await get(`/findings/${print('logo')}/history`);
    const events = [
      { event: 'first-seen', ...first },
      { event: 'fixed', ...second },
      { event: 'returned', ...third },
    ];
    const life = { firstSeen: first, isEarlier: false, eventsOmitted: 0, ruleId: 'image-alt' };
    expect([finding.status, finding.json]).toEqual([
      200,
      {
        fingerprint: print('logo'),
        issueGroup: 'grp_logo',
        kind: 'violation',
        asOf: third,
        state: 'open',
        events,
        ...life,
      },
    ]);
    const ofBranch = await get(`/groups/grp_logo/history?branch=main`);
    expect(ofBranch.json).toEqual({
      issueGroup: 'grp_logo',
      kind: 'violation',
      asOf: second,
      state: 'fixed',
      events: events.slice(0, 2),
      ...life,
    });
    const ofScan = await get(`/groups/grp_map/history?scan=${first.scanId}`);
    expect(ofScan.json).toMatchObject({ asOf: first, state: 'open', kind: 'review' });
  });

  it('does not exist for a finding that no scan has seen, and before the first scan', async () => {
    const { complete, get } = await createSite();
    const path = `/findings/${print('logo')}/history`;
    expect((await get(path)).json.code).toBe('history-not-found');
    await complete('c1c1c1c', [map]);
    expect([(await get(path)).json.code, (await get('/groups/grp_x/history')).json.code]).toEqual([
      'history-not-found',
      'history-not-found',
    ]);
    expect((await get(`${path}?branch=other`)).json.code).toBe('history-not-found');
    expect((await get('/findings/x/history')).json.code).toBe('history-not-found');
  });

  it('is refused for a wrong scan', async () => {
    const { trigger, complete, get } = await createSite();
    const other = await createSite();
    const { scanId } = await complete('c1c1c1c', [logo]);
    const path = `/findings/${print('logo')}/history`;
    expect((await get(`${path}?scan=${await trigger()}`)).json).toMatchObject({
      status: 409,
      code: 'scan-not-completed',
    });
    expect((await other.get(`${path}?scan=${scanId}`)).json.errors).toEqual([
      { path: 'query.scan', message: 'must be a scan of this site' },
    ]);
    expect((await get(`${path}?scan=${scanId}&branch=main`)).json.errors).toEqual([
      { path: 'query.branch', message: 'must not be given together with scan' },
    ]);
    const limited = await api.key(accountId, { role: 'viewer', siteIds: [other.siteId] });
    expect((await get(path, limited)).json.code).toBe('site-not-found');
  });
});

describe('the comparison of two scans', () => {
  it('has the findings of both by what changed, filtered and page by page', async () => {
    const { complete, compare } = await createSite();
    const first = await complete('c1c1c1c', [logo, map, { is: 'goes' }]);
    const elements = [logo, map, { is: 'comes' }, { is: 'another', rule: 'label' }];
    const second = await complete('c2c2c2c', elements, { suppressed: ['comes'] });
    const all = await compare(second.scanId, `with=${first.scanId}&limit=3`);
    expect(all.status).toBe(200);
    const engines = [{ axe: '4.14.1', browser: 'Chrome/153.0.7900.0' }];
    expect(all.json).toMatchObject({
      total: 5,
      scan: { ...second, branch: 'main', engines, unlisted: 0 },
      with: { ...first, branch: 'main', engines, unlisted: 0 },
      isComparable: true,
      settingsChanged: [],
      enginesChanged: false,
      counts: {
        new: { violations: 1, needsReview: 0, suppressed: 1 },
        fixed: { violations: 1, needsReview: 0, suppressed: 0 },
        unchanged: { violations: 1, needsReview: 1, suppressed: 0 },
      },
    });
    const brief = (items: { state: string; selector: string }[]) =>
      items.map(({ state, selector }) => `${state} ${selector}`);
    const rest = await compare(second.scanId, `with=${first.scanId}&limit=3&cursor=${all.json.nextCursor}`);
    expect(all.json.items[0]).toMatchObject({ help: 'Images must have alternative text', suppressed: true });
    expect(all.json.items[1]).toMatchObject({ suppressed: false });
    expect(brief([...all.json.items, ...rest.json.items])).toEqual([
      'new #comes',
      'new #another',
      'fixed #goes',
      'unchanged #logo',
      'unchanged #map',
    ]);
    expect(rest.json.nextCursor).toBeNull();
    const filtered = async (filter: string) =>
      brief((await compare(second.scanId, `with=${first.scanId}&${filter}`)).json.items);
    expect(await filtered('state=fixed')).toEqual(['fixed #goes']);
    expect(await filtered('kind=review')).toEqual(['unchanged #map']);
    expect(await filtered('rule=label')).toEqual(['new #another']);
    expect(await filtered('impact=minor')).toEqual([]);
  });

  it('says which settings differ, and then calls no finding fixed', async () => {
    const { complete, compare } = await createSite();
    const first = await complete('c1c1c1c', [logo]);
    const second = await complete('c2c2c2c', [], { viewport: { width: 320, height: 640 } } as object);
    const { json } = await compare(second.scanId, `with=${first.scanId}`);
    expect(json).toMatchObject({ isComparable: false, settingsChanged: ['viewport'] });
    expect(json.items).toMatchObject([{ state: 'not-seen-again' }]);
  });

  it('is refused for scans that cannot be compared', async () => {
    const { trigger, complete, compare } = await createSite();
    const first = await complete('c1c1c1c', [logo]);
    const bare = await complete('c2c2c2c', [logo], { storesState: false });
    const running = await trigger();
    const other = await (await createSite()).complete('c1c1c1c', []);
    const wrongWith = async (id: string) => (await compare(first.scanId, `with=${id}`)).json.errors;
    expect(await wrongWith(first.scanId)).toEqual([{ path: 'query.with', message: 'must be another scan' }]);
    const notOfSite = [{ path: 'query.with', message: 'must be a scan of the same site' }];
    expect(await wrongWith(other.scanId)).toEqual(notOfSite);
    expect(await wrongWith('scan_01arz3ndektsv4rrffq69g5fa0')).toEqual(notOfSite);
    for (const [scan, other] of [
      [first.scanId, running],
      [running, first.scanId],
    ]) {
      expect((await compare(scan ?? '', `with=${other}`)).json.code).toBe('scan-not-completed');
    }
    expect((await compare(first.scanId, `with=${bare.scanId}`)).json).toMatchObject({
      code: 'nothing-to-report',
      detail: `The stored findings of the scan ${bare.scanId} no longer exist.`,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { exampleReport } from '../../../core/api/example-report.ts';
import { createId } from '../../../core/ids.ts';
import { FindingIndexBuilder, parseFindingIndex } from '../../../core/reports/finding-index.ts';
import { parseGroups, serializeGroups } from '../../../core/reports/scan-groups.ts';
import { parsePages, serializePages } from '../../../core/reports/scan-pages.ts';
import { buildScanResults } from '../../../core/reports/scan-results.ts';
import type { FrontierPage, Scan } from '../../../core/scans/scan.ts';
import { getScanResults } from '../../../use-cases/get-scan-results.ts';
import { listScanGroups, listSiteGroups } from '../../../use-cases/list-groups.ts';
import { listScanPages } from '../../../use-cases/list-scan-pages.ts';
import { key, makeSite, memory, now, part, problemOf, readAll, scanOf, strangersTo } from './fakes.ts';

const site = makeSite();
const reported = scanOf(site, { status: 'completed', report: 'ready', edition: 'first' });
const running = scanOf(site, { scanId: createId('scan', now), status: 'running' });
const [group] = exampleReport.issueGroups;
const groups = parseGroups(
  serializeGroups(['grp_a', 'grp_b', 'grp_c'].flatMap((id) => (group ? [{ ...group, id }] : []))),
);
const index = (() => {
  const builder = new FindingIndexBuilder();
  for (const { ruleId, nodes } of exampleReport.violations)
    for (const node of nodes)
      builder.add({ kind: 'violation', ruleId, node: { ...node, issueGroup: 'grp_b' } }, 10);
  return parseFindingIndex(builder.toJson());
})();

function service(given: object = {}, scans: Scan[] = [reported, running]) {
  return {
    ...memory({ sites: [site], scans }),
    readResults: async () => buildScanResults(exampleReport),
    readGroups: async () => groups,
    readIndex: async () => index,
    readReportPages: async () => parsePages(serializePages(exampleReport.pages, new Map())),
    readPages: async (): Promise<FrontierPage[]> => [],
    listScans: async (
      _: string,
      { status, branch, ...range }: { limit: number } & Partial<Scan> & { branch?: string | undefined },
    ) =>
      part(
        scans.filter(
          (scan) => scan.status === status && (!branch || scan.config.metadata?.branch === branch),
        ),
        ({ scanId }) => scanId,
        range,
      ),
    ...given,
  };
}

const of = ({ scanId }: Scan) => ({ principal: key, scanId });

describe('the results of a scan', () => {
  it('are those of its report', async () => {
    expect(await getScanResults(service(), of(reported))).toEqual({
      kind: 'results',
      results: buildScanResults(exampleReport),
    });
  });

  it('are pending while the scan runs, refused if they are gone, and unknown to strangers', async () => {
    expect(await getScanResults(service(), of(running))).toEqual({ kind: 'pending', scan: running });
    const gone = service({ readResults: async () => undefined });
    await problemOf(getScanResults(gone, of(reported)), 'nothing-to-report');
    for (const [, principal] of strangersTo())
      await problemOf(getScanResults(service(), { ...of(reported), principal }), 'scan-not-found');
  });
});

describe('the issue groups of a scan', () => {
  const list = async (query: object, given: object = {}) => {
    const found = await listScanGroups(service(given), { ...of(reported), query: { limit: 2, ...query } });
    return found.kind === 'groups' ? found.page : expect.unreachable();
  };

  it('are read page by page, by a cursor of the same filters', async () => {
    const pages = await readAll((cursor) => list({ cursor }));
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([['grp_a', 'grp_b'], ['grp_c']]);
    const { nextCursor, total } = await list({});
    expect(total).toBe(3);
    await problemOf(list({ kind: 'review', cursor: nextCursor }), 'cursor-invalid');
  });

  it('are filtered by a page of their findings', async () => {
    expect((await list({ page: 'p0' })).items.map(({ id }) => id)).toEqual(['grp_b']);
    expect(await list({ page: 'p1' })).toEqual({ items: [], nextCursor: null, total: 0 });
  });

  it('are pending while the scan runs, refused if they are gone, and unknown to strangers', async () => {
    const query = { limit: 1 };
    expect(await listScanGroups(service(), { ...of(running), query })).toEqual({
      kind: 'pending',
      scan: running,
    });
    await problemOf(list({}, { readGroups: async () => undefined }), 'nothing-to-report');
    await problemOf(list({ page: 'p0' }, { readIndex: async () => undefined }), 'nothing-to-report');
    for (const [, principal] of strangersTo())
      await problemOf(listScanGroups(service(), { ...of(reported), principal, query }), 'scan-not-found');
  });
});

describe('the issue groups of a site', () => {
  const list = (query: object, scans?: Scan[]) =>
    listSiteGroups(service({}, scans), {
      principal: key,
      siteId: site.siteId,
      query: { limit: 2, ...query },
    });

  it('are those of the newest completed scan, also on later pages of results', async () => {
    const first = await list({});
    expect([first.scan?.scanId, first.total]).toEqual([reported.scanId, 3]);
    const newer = { ...reported, scanId: createId('scan', new Date(now.getTime() + 1_000)) };
    const rest = await list({ cursor: first.nextCursor ?? undefined }, [newer, reported]);
    expect([rest.scan?.scanId, rest.items.map(({ id }) => id)]).toEqual([reported.scanId, ['grp_c']]);
    expect((await list({}, [newer, reported])).scan?.scanId).toBe(newer.scanId);
  });

  it('are empty without a completed scan, of the site or of the branch', async () => {
    const nothing = { items: [], nextCursor: null, total: 0, scan: null };
    expect(await list({}, [running])).toEqual(nothing);
    expect(await list({ branch: 'main' })).toEqual(nothing);
  });

  it('are unknown to strangers', async () => {
    for (const [, principal] of strangersTo())
      await problemOf(
        listSiteGroups(service(), { principal, siteId: site.siteId, query: { limit: 1 } }),
        'site-not-found',
      );
  });
});

describe('the pages of a scan', () => {
  const frontier: FrontierPage[] = (['open', 'queued', 'done'] as const).map((state, position) => ({
    scanId: running.scanId,
    pageId: `p${position}`,
    url: `https://shop.example/${state}?token=secret`,
    depth: 0,
    position,
    state,
    attempts: position,
    sends: position,
    ...(state === 'done' ? { outcome: 'timeout', detail: 'It took 30 s.' } : {}),
  }));
  const list = (query: object, scan = running, given: object = {}) =>
    listScanPages(service({ readPages: async () => frontier.toReversed(), ...given }), {
      ...of(scan),
      query: { limit: 10, ...query },
    });

  it('are those of the frontier while it runs, in the order of the report, without secrets', async () => {
    const { items, counts, total } = await list({});
    expect(items.map(({ id, state, outcome }) => [id, state, outcome])).toEqual([
      ['p0', 'waiting', null],
      ['p1', 'running', null],
      ['p2', 'ended', 'timeout'],
    ]);
    expect([total, counts]).toEqual([
      3,
      { byState: { waiting: 1, running: 1, ended: 1 }, byOutcome: { timeout: 1 } },
    ]);
    expect(JSON.stringify(items)).not.toContain('secret');
  });

  it('were not attempted if the scan ended before them', async () => {
    const cancelled = { ...running, status: 'cancelled', report: 'none' } as const;
    const scans = [cancelled];
    const { counts } = await list({}, cancelled, memory({ scans }));
    expect(counts.byOutcome).toEqual({ timeout: 1, 'not-attempted': 2 });
  });

  it('are those of the report once it exists, and of the frontier after its retention', async () => {
    expect((await list({}, reported)).items).toMatchObject([{ id: 'p0', title: 'Web shop', violations: 1 }]);
    const gone = { readReportPages: async () => undefined };
    expect((await list({}, reported, gone)).items).toMatchObject([{ violations: null }, {}, {}]);
  });

  it('are filtered, and counted without the filter', async () => {
    for (const query of [{ state: 'ended' }, { outcome: 'timeout' }, { text: 'EXAMPLE/done' }]) {
      const { items, total, counts } = await list(query);
      expect([items.map(({ id }) => id), total, counts.byState.waiting]).toEqual([['p2'], 1, 1]);
    }
    expect((await list({ text: 'web SHOP' }, reported)).total).toBe(1);
  });

  it('are read page by page, also if a page of the list does not match any more', async () => {
    const pages = await readAll((cursor) => list({ limit: 2, cursor }));
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([['p0', 'p1'], ['p2']]);
    const { nextCursor } = await list({ limit: 1, text: 'shop' });
    const first = frontier[0] as FrontierPage;
    const renamed = frontier.with(0, { ...first, url: 'https://other.example/' });
    const rest = await list({ limit: 9, text: 'shop', cursor: nextCursor }, running, {
      readPages: async () => renamed,
    });
    expect(rest.items.map(({ id }) => id)).toEqual(['p1', 'p2']);
  });
});

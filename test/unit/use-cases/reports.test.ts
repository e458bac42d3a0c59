import { describe, expect, it, vi } from 'vitest';
import { exampleNode } from '../../../core/api/example-report.ts';
import { EXAMPLE_PICTURE_ID, exampleConditions, exampleTrendPoint } from '../../../core/api/examples.ts';
import {
  FindingIndexBuilder,
  type FindingLine,
  parseFindingIndex,
} from '../../../core/reports/finding-index.ts';
import type { ReportFinding } from '../../../core/reports/report-source.ts';
import { buildReportKey } from '../../../core/scans/object-keys.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import type { TrendFilter } from '../../../core/trend/trend-point.ts';
import { getPicture } from '../../../use-cases/get-picture.ts';
import { getReport } from '../../../use-cases/get-report.ts';
import { getTrend } from '../../../use-cases/get-trend.ts';
import { type FindingQuery, listFindings } from '../../../use-cases/list-findings.ts';
import {
  key,
  makeSite,
  memory,
  now,
  part,
  problemOf,
  readAll,
  request,
  scanOf,
  strangersTo,
} from './fakes.ts';

const site = makeSite();
const ready = scanOf(site, { status: 'completed', report: 'ready', edition: 'first' }) as Scan & {
  edition: string;
};
const link = vi.fn(async (objectKey: string) => `https://bucket.example/${objectKey}`);
const recordRead = vi.fn(async () => {});
const inFiveMinutes = new Date(now.getTime() + 300_000).toISOString();

describe('a report', () => {
  const content = new TextEncoder().encode('{}');
  const service = (scan: Scan, given: object = {}) => ({
    ...memory({ scans: [scan] }),
    getObjectSize: async (): Promise<number | undefined> => content.length,
    getObject: vi.fn(async (): Promise<Uint8Array | undefined> => content),
    presignObjectUrl: link,
    recordRead,
    contentBytesMax: 10,
    canAnswerWith: () => true,
    ...given,
  });
  const input = (scan: Scan, given: object = {}) => ({
    ...request,
    scanId: scan.scanId,
    format: 'json' as const,
    asLink: false,
    ...given,
  });
  const url = `https://bucket.example/${buildReportKey(ready, 'json')}`;

  it('is returned inline if it fits into a response', async () => {
    expect(await getReport(service(ready), input(ready))).toEqual({
      kind: 'content',
      format: 'json',
      content,
    });
  });

  it('is returned as a link if the caller requests one', async () => {
    expect(await getReport(service(ready), input(ready, { asLink: true }))).toEqual({
      kind: 'link',
      link: { url, expiresAt: inFiveMinutes },
    });
    expect(link).toHaveBeenLastCalledWith(buildReportKey(ready, 'json'), {
      expiresInSeconds: 300,
      contentType: 'application/json',
      fileName: `a11y-${ready.scanId}.json`,
    });
  });

  it('is not linked if the link cannot be recorded', async () => {
    const failing = service(ready, { recordRead: async () => Promise.reject(new Error('no audit table')) });
    await expect(getReport(failing, input(ready, { asLink: true }))).rejects.toThrow('no audit table');
  });

  it('is returned as a link if it does not fit into a response, and is not read if its size shows this', async () => {
    const large = service(ready, { getObjectSize: async () => 11 });
    expect(await getReport(large, input(ready))).toMatchObject({ kind: 'too-large', link: { url } });
    expect(large.getObject).not.toHaveBeenCalled();
    const escaped = service(ready, { canAnswerWith: () => false });
    expect(await getReport(escaped, input(ready))).toMatchObject({ kind: 'too-large', link: { url } });
  });

  it.each<[string, Partial<Scan>]>([
    ['runs', { status: 'running', report: 'pending' }],
    ['has ended and its report is not written yet', { report: 'pending' }],
  ])('is pending while the scan %s', async (_, given) => {
    const scan = { ...ready, ...given };
    expect(await getReport(service(scan), input(scan))).toEqual({ kind: 'pending', scan });
  });

  it('is refused with the reason if it does not exist or no longer exists', async () => {
    const failed = { ...ready, status: 'failed', report: 'none', failure: 'no-page-scanned' } as const;
    const nothing = await problemOf(getReport(service(failed), input(failed)), 'nothing-to-report');
    expect(nothing.detail).toBe('No page of the scan could be scanned. There is nothing to report.');
    for (const given of [{ getObjectSize: async () => undefined }, { getObject: async () => undefined }]) {
      const gone = await problemOf(getReport(service(ready, given), input(ready)), 'nothing-to-report');
      expect(gone.detail).toContain('The report was deleted');
    }
  });

  it('is refused to a caller that accepts no format, after the check that the caller may see the scan', async () => {
    const unaccepted = { format: undefined };
    await problemOf(getReport(service(ready), input(ready, unaccepted)), 'not-acceptable');
    for (const [, principal] of strangersTo()) {
      await problemOf(
        getReport(service(ready), input(ready, { ...unaccepted, principal })),
        'scan-not-found',
      );
    }
  });
});

describe('the findings of a scan', () => {
  const findings: ReportFinding[] = (['image-alt', 'label', 'color-contrast'] as const).flatMap((ruleId) =>
    ['page_0', 'page_1'].map((pageId) => ({
      kind: 'violation' as const,
      ruleId,
      node: {
        ...exampleNode,
        pageId,
        suppressedBy: ruleId === 'label' ? 'supp_1' : null,
      },
    })),
  );
  const builder = new FindingIndexBuilder();
  for (const finding of findings) builder.add(finding, 10);
  const index = parseFindingIndex(builder.toJson());
  const service = (scan: Scan, given: object = {}) => ({
    ...memory({ scans: [scan] }),
    readIndex: async (): Promise<typeof index | undefined> => index,
    readFindingLines: async (
      _: object,
      lines: readonly FindingLine[],
    ): Promise<ReportFinding[] | undefined> => lines.map(({ row }) => findings[row] as ReportFinding),
    ...given,
  });
  const list = (query: FindingQuery & { cursor?: string | undefined }, limit = 10, given: object = {}) =>
    listFindings(service(ready, given), { principal: key, scanId: ready.scanId, query: { limit, ...query } });
  const pageOf = async (...of: Parameters<typeof list>) => {
    const result = await list(...of);
    return result.kind === 'findings' ? result.page : expect.unreachable();
  };
  const rulesOf = async (query: FindingQuery) =>
    (await pageOf(query)).items.map(({ ruleId, node }) => `${ruleId} ${node.pageId}`);

  it('are those that match, with their number', async () => {
    expect(await pageOf({})).toEqual({ items: findings, nextCursor: null, total: 6 });
    expect(await rulesOf({ suppressed: 'true' })).toEqual(['label page_0', 'label page_1']);
    expect(await rulesOf({ suppressed: 'false', page: 'page_1' })).toEqual([
      'image-alt page_1',
      'color-contrast page_1',
    ]);
    expect(await rulesOf({ criterion: '1.4.3' })).toEqual(['color-contrast page_0', 'color-contrast page_1']);
    expect(await rulesOf({ criterion: '1.1.1', rule: 'label' })).toEqual([]);
  });

  it('are read page by page, by a cursor of the same filters', async () => {
    const pages = await readAll((cursor) => pageOf({ suppressed: 'false', cursor }, 3));
    expect(pages.map((page) => page.length)).toEqual([3, 1]);
    const { nextCursor } = await pageOf({}, 1);
    await problemOf(list({ rule: 'label', cursor: nextCursor ?? '' }), 'cursor-invalid');
  });

  it('are pending while the scan runs, and refused if they are gone', async () => {
    const scan = { ...ready, report: 'pending' } as const;
    const query = { limit: 1 };
    expect(await listFindings(service(scan), { principal: key, scanId: scan.scanId, query })).toEqual({
      kind: 'pending',
      scan,
    });
    for (const given of [{ readIndex: async () => undefined }, { readFindingLines: async () => undefined }]) {
      await problemOf(list({}, 1, given), 'nothing-to-report');
    }
  });
});

describe('a picture', () => {
  const service = (size: number | undefined) => ({
    ...memory({ scans: [ready] }),
    getObjectSize: async () => size,
    presignObjectUrl: link,
    recordRead,
  });
  const input = { ...request, scanId: ready.scanId, pictureId: EXAMPLE_PICTURE_ID };

  it('is returned as a link of five minutes', async () => {
    const { url, expiresAt } = await getPicture(service(1), input);
    expect([url.endsWith(`${EXAMPLE_PICTURE_ID}.webp`), expiresAt]).toEqual([true, inFiveMinutes]);
  });

  it('is not found if it is not in the bucket, or the principal may not see its scan', async () => {
    await problemOf(getPicture(service(undefined), input), 'picture-not-found');
    for (const [, principal] of strangersTo()) {
      await problemOf(getPicture(service(1), { ...input, principal }), 'scan-not-found');
    }
  });
});

describe('a trend', () => {
  const points = ['c', 'b', 'a'].map((name) => ({ ...exampleTrendPoint, scanId: `scan_${name}` }));
  const service = () => ({
    ...memory({ sites: [site] }),
    readNewestPoints: async () => points,
    listTrend: vi.fn(async (_: string, _filter: TrendFilter, range: { limit: number; after?: string }) =>
      part(points, ({ scanId }) => scanId, range),
    ),
    readConditions: vi.fn(async () => [exampleConditions]),
  });

  it('is read page by page, with the conditions of its points', async () => {
    const dependencies = service();
    const from = '2026-01-01T00:00:00Z';
    const input = { principal: key, siteId: site.siteId, query: { limit: 2, branch: 'main', from } };
    const first = await getTrend(dependencies, input);
    expect(first).toMatchObject({ items: points.slice(0, 2), keys: [exampleConditions] });
    expect(dependencies.listTrend).toHaveBeenCalledWith(
      site.siteId,
      { branch: 'main', mainBranch: null, from: new Date(from) },
      { limit: 2 },
    );
    const { comparableKey } = exampleTrendPoint;
    expect(dependencies.readConditions).toHaveBeenCalledWith(site.siteId, [comparableKey, comparableKey]);
    const cursor = first.nextCursor ?? '';
    const rest = await getTrend(dependencies, { ...input, query: { ...input.query, cursor } });
    expect([rest.items, rest.nextCursor]).toEqual([points.slice(2), null]);
    await problemOf(getTrend(dependencies, { ...input, query: { limit: 2, cursor } }), 'cursor-invalid');
  });

  it('is not found by a principal that may not access the site', async () => {
    for (const [, principal] of strangersTo()) {
      const input = { principal, siteId: site.siteId, query: { limit: 1 } };
      await problemOf(getTrend(service(), input), 'site-not-found');
    }
  });
});

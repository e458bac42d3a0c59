import { describe, expect, it } from 'vitest';
import { FindingsInMemory } from '../../../core/reports/finding-store.ts';
import { ReportBuilder } from '../../../core/reports/report-builder.ts';
import type { FrontierPage } from '../../../core/scans/scan.ts';
import { buildReport, type ReportInput } from '../../support/build-report.ts';
import { aboutSite, page, result, scan } from './fixtures.ts';

const BASELINE = 'scan_01arz3ndektsv4rrffq69g5fa1';
const failOn = { any: 'serious', review: false, minCoverage: 90, onNoBaseline: 'report' } as const;

/** A page that the server answers with a status; 200 means a scanned page. */
interface Answer {
  status: number;
  page?: Partial<FrontierPage>;
}

/** A start page and six discovered pages, `p1` to `p6`. */
function input(answers: Record<string, Answer>, overrides: Partial<ReportInput> = {}): ReportInput {
  const ids = ['start', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
  const statusOf = (id: string) => answers[id]?.status ?? 200;
  const outcomeOf = (id: string) => ({
    outcome: statusOf(id) < 300 ? ('scanned' as const) : ('http-error' as const),
    detail: statusOf(id) < 300 ? 'The page was scanned.' : `The server answered ${statusOf(id)}.`,
  });
  return {
    scan: scan({ config: { rules: ['wcag-aa'], priority: 'normal', failOn } }),
    ...aboutSite,
    crawl: { ...aboutSite.crawl, foundOn: new Map(ids.slice(1).map((id) => [id, 'start'])) },
    pages: ids.map((id, index) =>
      page(id, {
        depth: index === 0 ? 0 : 1,
        position: Math.max(0, index - 1),
        ...outcomeOf(id),
        ...answers[id]?.page,
      }),
    ),
    results: ids.map((id) => {
      const { outcome, detail } = outcomeOf(id);
      const rules = outcome === 'scanned' ? {} : { rules: [] };
      return result(id, [], { outcome, detail, httpStatus: statusOf(id), ...rules });
    }),
    ...overrides,
  };
}

const outcomes = async (of: ReportInput) =>
  Object.fromEntries((await buildReport(of)).pages.map(({ id, outcome }) => [id, outcome]));

/**
 * Runs earlier scans with these answers, oldest first, each compared with the previous one. Returns the comparison
 * whose baseline is the last one.
 */
async function compareWith(...earlier: Record<string, Answer>[]): Promise<ReportInput['comparison']> {
  let comparison = aboutSite.comparison;
  for (const [index, answers] of earlier.entries()) {
    const scanId = `${BASELINE.slice(0, -1)}${index + 1}`;
    const { pages, results, ...subject } = input(answers, {
      comparison,
      scan: scan({ scanId, config: { rules: ['wcag-aa'], priority: 'normal' } }),
    });
    const found = new Map(
      Array.from(results, (each) => [each.pageId, { result: each, resultKey: each.pageId }]),
    );
    const builder = new ReportBuilder(subject, new FindingsInMemory());
    for (const group of builder.listPageGroups(pages))
      await builder.add(group, (pageId) => found.get(pageId));
    const state = builder.state();
    comparison = {
      ...comparison,
      baseline: { scanId, branch: null, createdAt: '2026-10-01T10:00:00.000Z', chosenBy: 'site' },
      whyNone: null,
      state,
      carried: state,
    };
  }
  return comparison;
}

describe('a page that does not exist', () => {
  it.each([404, 410])('is a broken link if a link led to it and it answers %i', async (status) => {
    const { pages, gate, summary } = await buildReport(input({ p3: { status } }));
    expect(pages[3]).toMatchObject({
      outcome: 'broken-link',
      httpStatus: status,
      detail: `The server answered ${status}.`,
      foundOn: 'https://shop.example/start',
    });
    expect(summary.pages.byOutcome).toEqual({ scanned: 6, 'broken-link': 1 });
    expect(gate).toMatchObject({ result: 'passed', reasons: [] });
  });

  it('remains an error if the scan was given it', async () => {
    const of = { start: { status: 404 } };
    expect((await outcomes(input(of))).start).toBe('http-error');
    const listed = input({ p1: { status: 404, page: { depth: 0, position: 1 } } }, { givenPages: 2 });
    expect((await outcomes(listed)).p1).toBe('http-error');
    expect((await buildReport(listed)).gate).toMatchObject({
      result: 'inconclusive',
      reasons: [{ code: 'listed-page-not-scanned' }, { code: 'low-coverage' }],
    });
  });

  it('keeps its outcome if that is a challenge, a login or a rate limit', async () => {
    for (const outcome of ['blocked-by-site', 'login-required', 'rate-limited'] as const)
      expect((await outcomes(input({ p1: { status: 404, page: { outcome } } }))).p1).toBe(outcome);
  });

  it('is not a broken link for any other error', async () => {
    expect(await outcomes(input({ p1: { status: 500 }, p2: { status: 403 } }))).toMatchObject({
      p1: 'http-error',
      p2: 'http-error',
    });
  });
});

describe('the gate of a site whose pages disappear', () => {
  const gone = Object.fromEntries(['p1', 'p2', 'p3'].map((id) => [id, { status: 404 }]));

  it('is inconclusive if nearly all pages answer 404', async () => {
    const all = Object.fromEntries(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((id) => [id, { status: 404 }]));
    expect((await buildReport(input(all))).gate).toMatchObject({
      result: 'inconclusive',
      reasons: [{ code: 'low-coverage' }],
    });
  });

  it('is inconclusive if pages that the baseline scanned answer 404', async () => {
    const { gate } = await buildReport(input(gone, { comparison: await compareWith({}) }));
    expect(gate).toMatchObject({ result: 'inconclusive', reasons: [{ code: 'low-coverage', count: 3 }] });
    expect(gate.reasons[0]?.message).toContain('3 pages that were scanned before no longer exist');
  });

  it('remains inconclusive if that scan is repeated', async () => {
    const repeated = await buildReport(input(gone, { comparison: await compareWith({}, gone, gone) }));
    expect(repeated.gate).toMatchObject({ result: 'inconclusive', reasons: [{ count: 3 }] });
  });

  it('passes if the links were broken from the first scan on', async () => {
    expect((await buildReport(input(gone, { comparison: await compareWith(gone) }))).gate.result).toBe(
      'passed',
    );
  });
});

describe('the gate of a site with pages that ask for a login', () => {
  const asks = (ids: string[], overrides: Partial<FrontierPage> = {}) =>
    Object.fromEntries(
      ids.map((id) => [id, { status: 401, page: { outcome: 'login-required' as const, ...overrides } }]),
    );
  const reasonsOf = async (of: ReportInput) => (await buildReport(of)).gate.reasons.map(({ code }) => code);

  it('is decided by the other pages if the site has no credentials, and the page says so', async () => {
    const { gate, pages } = await buildReport(input(asks(['p5', 'p6'])));
    expect(gate).toMatchObject({ result: 'passed', reasons: [] });
    expect(pages[6]).toMatchObject({
      outcome: 'login-required',
      detail: expect.stringContaining('The site has no credentials, so the page does not count'),
    });
  });

  it('is not decided if the site has credentials, which were refused', async () => {
    const settings = { ...aboutSite.settings, signedIn: true };
    const { gate, pages } = await buildReport(input(asks(['p5']), { settings }));
    expect(gate.reasons.map(({ code }) => code)).toEqual(['low-coverage']);
    expect(pages[6]?.detail).not.toContain('does not count');
  });

  it('is not decided if the start page or a listed page asks for it', async () => {
    expect(await reasonsOf(input(asks(['start'])))).toEqual(['start-page-not-scanned', 'low-coverage']);
    const listed = input(asks(['p1'], { depth: 0, position: 1 }), { givenPages: 2 });
    expect(await reasonsOf(listed)).toEqual(['listed-page-not-scanned', 'low-coverage']);
  });

  it('is not decided if the baseline scanned them, also if that scan is repeated', async () => {
    const hidden = asks(['p1', 'p2']);
    expect(await reasonsOf(input(hidden, { comparison: await compareWith({}) }))).toEqual(['low-coverage']);
    const comparison = await compareWith({}, hidden, hidden);
    expect(await reasonsOf(input(hidden, { comparison }))).toEqual(['low-coverage']);
  });

  it('passes if they asked for it from the first scan on', async () => {
    const hidden = asks(['p1', 'p2']);
    expect(await reasonsOf(input(hidden, { comparison: await compareWith(hidden) }))).toEqual([]);
  });
});

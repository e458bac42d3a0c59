import { describe, expect, it } from 'vitest';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { FindingsInMemory } from '../../../core/reports/finding-store.ts';
import { GROUP_PAGES_MAX } from '../../../core/reports/page-groups.ts';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { ReportBuilder } from '../../../core/reports/report-builder.ts';
import { buildScanSummary } from '../../../core/reports/report-head.ts';
import type { ReportComparisonInput } from '../../../core/reports/report-subject.ts';
import type { FindingNode } from '../../../core/scans/page-result.ts';
import type { Suppression } from '../../../core/suppressions/suppression.ts';
import { formatGroupElements } from '../../../formats/parts/groups.ts';
import { digestContent } from '../../../scanner/page/digest-content.ts';
import { buildReport, type ReportInput } from '../../support/build-report.ts';
import { aboutSite, finding, identity, node, page, result, scan } from './fixtures.ts';

const scanIds = { 1: 'scan_01arz3ndektsv4rrffq69g5fa1', 2: 'scan_01arz3ndektsv4rrffq69g5fa2' };

/** Returns an element that a few words make unique. */
const at = (words: string, overrides: Parameters<typeof node>[1] = {}) =>
  node(`#${words}`, { identity: identity(words), ...overrides });

type Pages = Record<string, ReturnType<typeof finding>[] | null>;

/** Returns a scan of pages by their findings; null for a page that could not be reached. */
function input(pages: Pages, overrides: Partial<ReportInput> = {}): ReportInput {
  const reached = Object.entries(pages);
  return {
    scan: scan(),
    ...aboutSite,
    pages: reached.map(([pageId, findings], position) =>
      page(pageId, {
        position,
        resultKey: `results/${pageId}`,
        ...(findings === null ? { outcome: 'timeout', detail: 'It did not answer in time.' } : {}),
      }),
    ),
    results: reached.flatMap(([pageId, findings]) => (findings === null ? [] : [result(pageId, findings)])),
    ...overrides,
  };
}

async function stateOf({ pages, results, ...subject }: ReportInput): Promise<SiteState> {
  const builder = new ReportBuilder(subject, new FindingsInMemory());
  const found = new Map(
    Array.from(results, (each) => [each.pageId, { result: each, resultKey: each.pageId }]),
  );
  const resultOf = (pageId: string) => found.get(pageId);
  for (const group of builder.listPageGroups(pages)) builder.observe(group, resultOf);
  for (const group of builder.listPageGroups(pages)) await builder.add(group, resultOf);
  return builder.state();
}

/** Returns the baseline that an earlier scan leaves. */
async function compareWith(
  before: Pages,
  overrides: Partial<ReportInput> = {},
): Promise<ReportComparisonInput> {
  const state = await stateOf(input(before, { scan: scan({ scanId: scanIds[1] }), ...overrides }));
  const { comparableKey } = aboutSite.comparison;
  return {
    baseline: { scanId: scanIds[1], branch: null, createdAt: '2026-10-01T10:00:00.000Z', chosenBy: 'site' },
    whyNone: null,
    comparableKey,
    state,
    carried: state,
    readMarkups: async () => null,
  };
}

const suppression = (match: Suppression['match'], overrides: Partial<Suppression> = {}): Suppression => ({
  suppressionId: 'supp_01arz3ndektsv4rrffq69g5fav',
  accountId: 'acct_01arz3ndektsv4rrffq69g5fav',
  siteId: 'site_01arz3ndektsv4rrffq69g5fav',
  match,
  reason: 'Is replaced in March',
  author: { keyId: 'apikey_01arz3ndektsv4rrffq69g5fav', name: 'CI' },
  expiresAt: null,
  createdAt: '2026-10-01T10:00:00.000Z',
  updatedAt: '2026-10-01T10:00:00.000Z',
  ...overrides,
});

const states = (report: Report) =>
  Object.fromEntries(
    [...report.violations, ...report.needsReview].flatMap(({ nodes }) =>
      nodes.map(({ target, state, cause }) => [
        target.join(),
        cause === null ? state : `${state} by ${cause}`,
      ]),
    ),
  );

describe('a report that is compared with an earlier scan', () => {
  const before: Pages = {
    a: [
      finding('label', [at('stays'), at('goes')]),
      finding('region', [at('moves', { impact: 'moderate' })]),
    ],
    b: [finding('link-name', [at('unreached', { impact: 'serious' })])],
  };
  const after: Pages = {
    a: [
      finding('label', [at('stays'), at('comes')]),
      finding('region', [at('moves', { target: ['main > #moves'], impact: 'moderate' })]),
    ],
    b: null,
    c: [finding('label', [at('fresh')])],
  };
  const compared = async () =>
    buildReport(input(after, { scan: scan({ scanId: scanIds[2] }), comparison: await compareWith(before) }));

  it('states the change of each element, and its cause', async () => {
    expect(states(await compared())).toEqual({
      '#stays': 'unchanged',
      '#comes': 'new by page',
      'main > #moves': 'unchanged',
      '#fresh': 'new by page',
    });
  });

  it('lists fixed findings, and separately those that were not reached', async () => {
    const { comparison } = await compared();
    expect(comparison).toMatchObject({
      baseline: { scanId: scanIds[1], chosenBy: 'site' },
      violations: { new: 2, regressed: 0, unchanged: 2, reclassified: 0, unknown: 0 },
      byEngine: 0,
      fixed: {
        count: 1,
        findings: [{ ruleId: 'label', kind: 'violation', impact: 'critical', selector: '#goes' }],
      },
      notSeenAgain: { count: 1, pages: ['https://shop.example/b'] },
    });
  });

  it('matches the published schema', async () => {
    const report = await compared();
    expect(reportSchema.parse(report)).toEqual(report);
  });

  it('has an open issue group if all of its listed elements are suppressed and others count', async () => {
    const issueGroup = `grp_${identity('one').component}`;
    const of = (nodeCount: number) =>
      buildReport(
        input(
          { a: [finding('label', [at('one')], { nodeCount })] },
          { suppressions: [suppression({ issueGroup })] },
        ),
      );
    const { summary, issueGroups } = await of(5);
    expect(summary).toMatchObject({ violations: { elements: 4 }, issueGroups: 1 });
    expect(issueGroups).toMatchObject([{ id: issueGroup, elements: 1, suppressed: 1, unlisted: 4 }]);
    expect((await of(1)).summary).toMatchObject({ violations: { elements: 0 }, issueGroups: 0 });
  });

  it('has totals and issue groups that agree if a page lists only some elements of a rule', async () => {
    const alike = [at('one'), at('two')].map((each) => ({
      ...each,
      identity: { ...(each.identity as object), component: 'f'.repeat(16) },
    })) as FindingNode[];
    const { summary, issueGroups } = await buildReport(
      input({
        a: [finding('label', [...alike, at('other')], { nodeCount: 40_000 })],
        b: [finding('label', [at('last')])],
      }),
    );
    const numbers = issueGroups.map(({ elements, unlisted }) => [elements, unlisted]);
    expect(numbers).toEqual([
      [2, 39_997],
      [1, 0],
      [1, 0],
    ]);
    expect(summary.violations.elements).toBe(numbers.flat().reduce((sum, each) => sum + each, 0));
    expect(issueGroups[0]?.oneFix).toBe('probable');
    expect(formatGroupElements(issueGroups[0] as Report['issueGroups'][number])).toBe(
      '39,999 elements (2 of them listed)',
    );
  });

  it('is summarized by a few numbers', async () => {
    expect(buildScanSummary(await compared())).toEqual({
      gate: null,
      violations: 4,
      needsReview: 0,
      suppressed: 0,
      new: 2,
      fixed: 1,
      issueGroups: 4,
      issueGroupsByImpact: { critical: 3, serious: 0, moderate: 1, minor: 0 },
      pages: { attempted: 3, scanned: 2, notJudged: 1 },
      hasBaseline: true,
      rulesNotRun: [],
    });
  });

  it('keeps findings that were not reached for the next scan', async () => {
    const comparison = await compareWith(before);
    const state = await stateOf(input(after, { scan: scan({ scanId: scanIds[2] }), comparison }));
    expect(Object.keys(state.pages).sort()).toEqual(['/a', '/b', '/c']);
    expect(state.pages['/b']?.rules['link-name']?.findings).toHaveLength(1);
    const third = await buildReport(
      input(before, {
        comparison: { ...comparison, state, carried: state },
      }),
    );
    expect(states(third)).toEqual({
      '#stays': 'unchanged',
      '#goes': 'regressed by page',
      '#moves': 'unchanged',
      '#unreached': 'unchanged',
    });
  });

  it('counts unlisted elements with the state that they certainly have', async () => {
    const many = { a: [finding('label', [at('stays')], { nodeCount: 300 })] };
    const { comparison, summary } = await buildReport(
      input(many, { comparison: await compareWith({ a: [finding('label', [at('stays')])] }) }),
    );
    expect(summary.violations.elements).toBe(300);
    const { violations } = comparison;
    expect(violations.unchanged).toBe(1);
    expect(Object.values(violations).reduce((sum, count) => sum + count)).toBe(300);
  });
});

describe('pages with one identity', () => {
  const url = (query: string) => `https://shop.example/list?${query}`;
  const twice = (words: [string, string]): Partial<ReportInput> => ({
    pages: [page('a', { url: url('x=1&y=2') }), page('b', { url: url('y=2&x=1'), position: 1 })],
    results: [
      result('a', [finding('label', [at(words[0])])], { requestedUrl: url('x=1&y=2') }),
      result('b', [finding('label', [at(words[1])])], { requestedUrl: url('y=2&x=1') }),
    ],
  });

  it('are compared together, regardless of which one has a finding', async () => {
    const comparison = await compareWith({}, twice(['one', 'two']));
    const report = await buildReport(input({}, { ...twice(['two', 'one']), comparison }));
    expect(states(report)).toEqual({ '#one': 'unchanged', '#two': 'unchanged' });
    expect(report.comparison.fixed.count).toBe(0);
  });

  it('are compared up to a limit; the others have no states and no fixed findings', async () => {
    const count = GROUP_PAGES_MAX + 2;
    const queries = Array.from({ length: count }, (_, index) => `a=1&b=2&utm_source=${index}`);
    const many = (words: string): Partial<ReportInput> => ({
      pages: queries.map((query, position) => page(`p${position}`, { url: url(query), position })),
      results: queries.map((query, index) =>
        result(`p${index}`, [finding('label', [at(`${words}${index}`)])], { requestedUrl: url(query) }),
      ),
    });
    const comparison = await compareWith({}, many('old'));
    const { comparison: compared, pages } = await buildReport(input({}, { ...many('new'), comparison }));
    expect(pages.map(({ id }) => id)).toEqual(queries.map((_, index) => `p${index}`));
    expect(compared.fixed.count).toBe(0);
    expect(compared.violations).toMatchObject({ new: GROUP_PAGES_MAX, unknown: 2 });
  });

  it('do not hide fixed findings if one of them only redirects to another', async () => {
    const moved = { movedTo: { pageId: 'b', origin: 'https://shop.example' } };
    const redirecting: Partial<ReportInput> = {
      pages: [page('a', { url: url('x=1&y=2'), ...moved }), page('b', { url: url('y=2&x=1'), position: 1 })],
      results: [result('a', []), result('b', [])],
    };
    const comparison = await compareWith({}, twice(['one', 'two']));
    const report = await buildReport(input({}, { ...redirecting, comparison }));
    expect(report.pages.map(({ outcome }) => outcome)).toEqual(['duplicate-redirect', 'scanned']);
    expect(report.comparison.fixed.count).toBe(2);
  });

  it('are no pages that the site has lost if one of them only redirects to another', async () => {
    const failOn = { any: 'critical', review: false, minCoverage: 1, onNoBaseline: 'report' } as const;
    const gated = scan({ config: { rules: ['wcag-aa'], priority: 'normal', failOn } });
    const addresses = ['a', 'b', 'c'].flatMap((path) =>
      ['x=1&y=2', 'y=2&x=1'].map((query) => ({
        id: path + query[0],
        url: `https://shop.example/${path}?${query}`,
      })),
    );
    const pages = (moved: object) =>
      addresses.map(({ id, url: address }, position) =>
        page(id, { url: address, position, ...(id.endsWith('x') ? moved : {}) }),
      );
    const results = addresses.map(({ id, url: address }) => result(id, [], { requestedUrl: address }));
    const comparison = await compareWith({}, { pages: pages({}), results });
    const codesWith = async (moved: (id: string) => object) => {
      const now = pages({}).map((each) => ({ ...each, ...moved(each.pageId) }));
      const report = await buildReport(input({}, { scan: gated, pages: now, results, comparison }));
      return report.gate.reasons.map(({ code }) => code);
    };
    const to = (pageId: string) => ({ movedTo: { pageId, origin: 'https://shop.example' } });
    expect(await codesWith((id) => (id.endsWith('x') ? to(id.replace('x', 'y')) : {}))).toEqual([]);
    expect(await codesWith((id) => (id.startsWith('a') ? {} : to('ay')))).toEqual(['site-shrank']);
  });
});

describe('declared changes', () => {
  const content = (words: string) => digestContent({ text: words, things: 0, lang: 'en' });
  const before = content(
    Array.from({ length: 40 }, (_, n) => `word${String.fromCharCode(97 + n)}`).join(' '),
  );
  const pageIds = ['changed', 'gone', 'same'];
  const scanOf = (contents: Partial<Record<string, typeof before>>) => ({
    pages: pageIds.map((id, position) =>
      page(id, {
        position,
        ...(contents[id]
          ? {}
          : { outcome: 'broken-link', revisited: true, detail: 'The server answered 404.' }),
      }),
    ),
    results: pageIds.flatMap((id) => (contents[id] ? result(id, [], { content: contents[id] }) : [])),
  });
  const describeNotes = async (
    globs: readonly string[],
    of: ReturnType<typeof scanOf>,
    isCompared = true,
  ) => {
    const failOn = { new: 'critical', review: false, minCoverage: 0, onNoBaseline: 'report' } as const;
    const expectChanged = globs.map((glob) => ({ page: glob, reason: 'It is built anew.' }));
    const declaring = scan({ config: { rules: ['wcag-aa'], priority: 'normal', failOn, expectChanged } });
    const comparison = await compareWith({}, scanOf({ changed: before, gone: before, same: before }));
    const { crawl } = await buildReport(
      input({}, { scan: declaring, ...of, ...(isCompared ? { comparison } : {}) }),
    );
    return crawl.notes.map((text) => text.slice(0, text.indexOf(',')));
  };

  it('are noted if no page that they match has changed or is gone', async () => {
    const now = scanOf({ changed: content('hello'), same: before });
    expect(await describeNotes(['/changed', '/gone', '/same', '/none/**'], now)).toEqual([
      'expectChanged has /same',
      'expectChanged has /none/**',
    ]);
    expect(await describeNotes(['/**'], now)).toEqual([]);
  });

  it('are not noted for a page that was not scanned, because it may have changed', async () => {
    const now = scanOf({ changed: before, gone: before });
    const pages = now.pages.map((each) =>
      each.pageId === 'same'
        ? page('same', { position: 2, outcome: 'timeout', detail: 'It did not answer.' })
        : each,
    );
    expect(await describeNotes(['/changed', '/same'], { ...now, pages })).toEqual([
      'expectChanged has /changed',
    ]);
  });

  it('are not noted without a baseline, because then nothing is known to have changed', async () => {
    expect(await describeNotes(['/same'], scanOf({ same: before }), false)).toEqual([]);
  });
});

describe('a scan that may not have seen the same site', () => {
  const content = (count: number) =>
    digestContent({
      text: Array.from({ length: count }, (_, n) => `w${String.fromCharCode(97 + n)}`).join(' '),
      things: 0,
      lang: 'en',
    });
  const pagesWith = (results: ReturnType<typeof result>[]): Partial<ReportInput> => ({
    pages: [page('a')],
    results,
  });

  it('must be accepted, also if it has no gate', async () => {
    const comparison = await compareWith({}, pagesWith([result('a', [], { content: content(26) })]));
    const reportOf = (now: ReturnType<typeof result>) =>
      buildReport(input({}, { ...pagesWith([now]), comparison }));
    const changed = await reportOf(result('a', [], { content: content(1) }));
    expect(changed.gate.result).toBeNull();
    expect(changed.comparison.mustBeAccepted).toBe(true);
    expect(changed.crawl.notes).toContainEqual(expect.stringContaining('until it is accepted'));
    const same = await reportOf(result('a', [], { content: content(26) }));
    expect([same.comparison.mustBeAccepted, same.crawl.notes]).toEqual([false, []]);
  });

  it.each([
    ['what it shows', 'it lost a part', content(9), {}, [], content(9)],
    ['what it showed', 'it may show more', content(9), { incomplete: true }, [], content(26)],
    ['what it showed', 'it is empty', content(1), { outcome: 'empty' as const }, [], content(26)],
    ['what it shows', 'it was replaced', content(1), { incomplete: true }, [], content(1)],
    ['what it shows', 'that is declared', content(1), { incomplete: true }, ['/a'], content(1)],
  ])('compares a page later with %s if %s', async (_, _if, shown, members, globs, stored) => {
    const fault = [finding('label', [at('one')])];
    const first = await stateOf(input({}, pagesWith([result('a', fault, { content: content(26) })])));
    const comparison = { ...aboutSite.comparison, state: first, carried: first };
    const expectChanged = globs.map((glob) => ({ page: glob, reason: 'It is built anew.' }));
    const declaring = scan({ config: { rules: ['wcag-aa'], priority: 'normal', expectChanged } });
    const now = pagesWith([result('a', fault, { content: shown, ...members })]);
    const second = await stateOf(input({}, { scan: declaring, ...now, comparison }));
    expect(second.pages['/a']?.content).toEqual(stored);
  });

  it('compares a page later with what it shows if it may show more each time', async () => {
    const half = pagesWith([result('a', [], { content: content(9), incomplete: true })]);
    expect((await stateOf(input({}, half))).pages['/a']?.content).toEqual(content(9));
  });
});

describe('suppressed findings', () => {
  const pages: Pages = {
    a: [
      finding('label', [at('kept'), at('let-go')]),
      finding('region', [at('widget', { impact: 'moderate' })]),
    ],
  };
  const suppressions = [
    suppression({ fingerprint: identity('let-go').fingerprint }),
    suppression({ rule: 'region' }, { suppressionId: 'supp_01arz3ndektsv4rrffq69g5fb0' }),
    suppression(
      { rule: 'label' },
      { suppressionId: 'supp_01arz3ndektsv4rrffq69g5fb1', expiresAt: '2026-11-01T10:00:08.000Z' },
    ),
  ];

  it('remain in the report, labeled, and are counted separately everywhere', async () => {
    const report = await buildReport(input(pages, { suppressions }));
    expect(report.summary).toMatchObject({
      violations: { elements: 1, rules: 1, byRule: [{ ruleId: 'label', elements: 1 }] },
      suppressed: { violations: { elements: 2, rules: 2 }, needsReview: { elements: 0, rules: 0 } },
      issueGroups: 1,
    });
    expect(report.pages[0]).toMatchObject({ violations: 1 });
    expect(report.violations.map(({ ruleId, nodeCount }) => [ruleId, nodeCount])).toEqual([
      ['label', 2],
      ['region', 1],
    ]);
    expect(report.violations[0]?.nodes.map(({ suppressedBy }) => suppressedBy)).toEqual([
      null,
      'supp_01arz3ndektsv4rrffq69g5fav',
    ]);
    expect(report.comparison.violations.unknown).toBe(1);
    expect(report.suppressions.map(({ findings, expired }) => [findings, expired])).toEqual([
      [1, false],
      [1, false],
      [0, true],
    ]);
    expect(buildScanSummary(report)).toMatchObject({ violations: 1, suppressed: 2 });
  });

  it('do not fail the gate', async () => {
    const failOn = { total: 1, review: false, minCoverage: 0, onNoBaseline: 'report' as const };
    const of = scan({ config: { rules: ['wcag-aa', 'best-practice'], priority: 'normal', failOn } });
    expect((await buildReport(input(pages, { scan: of, suppressions }))).gate).toMatchObject({
      result: 'passed',
      counted: { findings: 1, suppressed: 1 },
    });
    expect((await buildReport(input(pages, { scan: of }))).gate.result).toBe('failed');
  });

  it('match an issue group by the id that the report shows, on every page', async () => {
    const header = (words: string) => at(words, { identity: identity(words, 'header') });
    const both: Pages = {
      a: [finding('link-name', [header('a1'), at('other')])],
      b: [finding('link-name', [header('b1')])],
    };
    const { issueGroups } = await buildReport(input(both));
    const issueGroup = issueGroups.find(({ elements }) => elements === 2)?.id ?? '';
    const report = await buildReport(input(both, { suppressions: [suppression({ issueGroup })] }));
    expect(report.suppressions[0]?.findings).toBe(2);
    expect(report.summary.violations.elements).toBe(1);
    expect(report.issueGroups.map(({ elements, suppressed }) => [elements, suppressed])).toEqual([
      [1, 0],
      [2, 2],
    ]);
  });

  it('match by rule or page also if a page does not list its elements', async () => {
    const many: Pages = { a: [finding('region', [at('one', { impact: 'moderate' })], { nodeCount: 50 })] };
    const report = await buildReport(input(many, { suppressions }));
    expect(report.summary).toMatchObject({
      violations: { elements: 0 },
      suppressed: { violations: { elements: 50, rules: 1 } },
    });
  });
});

describe('issue groups', () => {
  const header = (words: string, overrides: Parameters<typeof node>[1] = {}) =>
    at(words, { identity: identity(words, 'header'), impact: 'serious', ...overrides });
  const pages: Pages = {
    a: [finding('link-name', [header('a1'), header('a2')]), finding('label', [at('own')])],
    b: [finding('link-name', [header('b1', { impact: 'critical' })])],
    c: [
      finding('link-name', [at('c1', { impact: 'minor' })]),
      finding('aria-hidden-focus', [at('look')], { kind: 'review' }),
    ],
  };

  it('combine findings of one component, with their pages', async () => {
    const { issueGroups, violations } = await buildReport(input(pages));
    const group = issueGroups.find(({ elements }) => elements === 3);
    expect(group).toMatchObject({
      id: `grp_${identity('', 'header').component}`,
      ruleId: 'link-name',
      kind: 'violation',
      impact: 'critical',
      pageIds: ['a', 'b'],
      suppressed: 0,
      byState: { unknown: 3 },
      example: { target: ['#a1'] },
    });
    const ofGroup = violations
      .flatMap(({ nodes }) => nodes)
      .filter(({ issueGroup }) => issueGroup === group?.id);
    expect(ofGroup).toHaveLength(3);
  });

  const proven = (words: string, element: string, container: string) =>
    header(words, { identity: { ...identity(words, 'header'), evidence: { element, container } } });
  const inList = (words: string) => proven(words, 'same', 'list');
  it.each<[string, Record<string, FindingNode[]>, string | null]>([
    ['the same element, once a page', { a: [inList('1')], b: [inList('2')], c: [inList('3')] }, 'certain'],
    ['the same element of one list', { a: [inList('1'), inList('2')] }, 'certain'],
    [
      'the same element of one list on each page',
      { a: [inList('1'), inList('2')], b: [proven('3', 'same', 'other'), proven('4', 'same', 'other')] },
      'certain',
    ],
    ['a single finding', { a: [inList('1')] }, null],
    ['two lists of one page', { a: [inList('1'), proven('2', 'same', 'other')] }, 'probable'],
    ['another element on another page', { a: [inList('1')], b: [proven('2', 'other', 'list')] }, 'probable'],
    ['another element between', { a: [inList('1')], b: [header('2')], c: [inList('3')] }, 'probable'],
    ['findings without proof', { a: [header('1')], b: [header('2')] }, 'probable'],
    ['one at the beginning without proof', { a: [header('1'), inList('2')] }, 'probable'],
  ])('state whether one fix removes %s', async (_, nodes, oneFix) => {
    const found = Object.entries(nodes).map(([pageId, of]) => [pageId, [finding('link-name', of)]]);
    const { issueGroups } = await buildReport(input(Object.fromEntries(found)));
    expect(issueGroups.map((group) => group.oneFix)).toEqual([oneFix]);
  });

  it('count their findings on each of their first 20 pages, by state and without suppressed ones', async () => {
    const ids = Array.from({ length: 23 }, (_, index) => `p${String(index).padStart(2, '0')}`);
    const many = Object.fromEntries(
      ids.map((id) => [id, [finding('link-name', [header(`${id}x`), header(`${id}y`)])]]),
    );
    const comparison = await compareWith({ ...many, p00: [finding('link-name', [header('p00x')])] });
    const suppressions = [suppression({ fingerprint: identity('p01y').fingerprint })];
    const { issueGroups } = await buildReport(input(many, { comparison, suppressions }));
    const [group] = issueGroups;
    expect(group?.pageIds).toEqual(ids);
    expect(group?.pages.map(({ pageId }) => pageId)).toEqual(ids.slice(0, 20));
    expect(group?.pages.slice(0, 3)).toEqual([
      { pageId: 'p00', elements: 2, suppressed: 0, decidedFine: 0, byState: { new: 1, unchanged: 1 } },
      { pageId: 'p01', elements: 2, suppressed: 1, decidedFine: 0, byState: { unchanged: 1 } },
      { pageId: 'p02', elements: 2, suppressed: 0, decidedFine: 0, byState: { unchanged: 2 } },
    ]);
  });

  it('on a single page count its findings', async () => {
    const { issueGroups } = await buildReport(
      input({ a: [finding('link-name', [header('1'), header('2')])] }),
    );
    expect(issueGroups[0]?.pages).toEqual([
      { pageId: 'a', elements: 2, suppressed: 0, decidedFine: 0, byState: { unknown: 2 } },
    ]);
  });

  it('are ordered by new, worst and most findings; needs-review and suppressed ones last', async () => {
    const comparison = await compareWith({ a: pages.a ?? [], b: pages.b ?? [], c: [] });
    const suppressions = [suppression({ fingerprint: identity('own').fingerprint })];
    const { issueGroups } = await buildReport(input(pages, { comparison, suppressions }));
    expect(issueGroups.map(({ example }) => example.target.join())).toEqual(['#c1', '#a1', '#look', '#own']);
  });

  it('show an element that counts rather than a suppressed one, and a new one rather than any other', async () => {
    const comparison = await compareWith({ a: [finding('link-name', [header('a1')])], b: [] });
    const suppressions = [suppression({ fingerprint: identity('a1').fingerprint })];
    const shown = async (overrides: Partial<ReportInput>) =>
      (await buildReport(input({ ...pages, c: null }, overrides))).issueGroups.find(
        ({ elements }) => elements === 3,
      )?.example.target;
    expect(await shown({ suppressions })).toEqual(['#a2']);
    expect(await shown({ comparison })).toEqual(['#a2']);
  });
});

describe('a scan without a scanned page', () => {
  it('has a gate that did not pass', async () => {
    const failOn = { any: 'minor' as const, review: false, minCoverage: 0, onNoBaseline: 'report' as const };
    const of = scan({
      status: 'failed',
      failure: 'no-page-scanned',
      config: { rules: ['wcag-aa'], priority: 'normal', failOn },
    });
    const { gate } = await buildReport(input({ a: null }, { scan: of }));
    expect(gate.result).toBe('inconclusive');
    expect(gate.reasons.map(({ code }) => code)).toContain('no-page-scanned');
  });
});

describe('the conditions of a scan', () => {
  it('are reported with those of each page', async () => {
    const pageResult = result('a');
    const engine = {
      ...pageResult.engine,
      mobile: true,
      colorScheme: 'dark' as const,
      reducedMotion: 'reduce' as const,
      locale: 'de',
    };
    const { engines } = await buildReport(
      input({ a: [], b: [] }, { results: [{ ...pageResult, engine }, result('b')] }),
    );
    expect(engines).toEqual([
      { ...engine, pageCount: 1 },
      { ...result('b').engine, pageCount: 1 },
    ]);
  });
});

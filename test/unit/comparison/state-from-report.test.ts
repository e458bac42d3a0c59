import { describe, expect, it } from 'vitest';
import { type BaselineReport, baselineReportSchema } from '../../../core/comparison/baseline-report.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { buildStateFromReport } from '../../../core/comparison/state-from-report.ts';
import { redactQueries } from '../../../core/redaction/redact-queries.ts';
import { REDACTED } from '../../../core/redaction/secret-names.ts';
import { FindingsInMemory } from '../../../core/reports/finding-store.ts';
import { NodeBudget } from '../../../core/reports/node-budget.ts';
import type { Report } from '../../../core/reports/report.ts';
import { ReportBuilder } from '../../../core/reports/report-builder.ts';
import type { ReportSubject } from '../../../core/reports/report-subject.ts';
import { getRuleDefinition } from '../../../core/rule-sets/rules.ts';
import type { FrontierPage } from '../../../core/scans/scan.ts';
import { runsOf } from '../../support/hold.ts';
import { aboutSite, page as frontierPage, scan } from '../reports/fixtures.ts';
import { type Element, engine, numbers, type PageOptions, pageOf } from './fixtures.ts';

const scanIds = [
  'scan_01arz3ndektsv4rrffq69g5faa',
  'scan_01arz3ndektsv4rrffq69g5fbb',
  'scan_01arz3ndektsv4rrffq69g5fcc',
];
const KEY = '0123456789abcdef';

/** The findings of a scan at one URL; no elements for a page that was not scanned. */
interface Address {
  path: string;
  elements?: readonly Element[];
  options?: PageOptions;
  /** Path of the page that it redirected to. */
  movedTo?: string;
}

interface Scanned {
  report: Report;
  state: SiteState;
}

/** Returns the report of a scan of some URLs, and the state that the scan leaves. */
async function scanned(
  addresses: readonly Address[],
  {
    number = 0,
    baseline = null,
    notAttempted = [],
    budget,
  }: { number?: number; baseline?: SiteState | null; notAttempted?: string[]; budget?: NodeBudget } = {},
): Promise<Scanned> {
  const scanId = scanIds[number]!;
  const url = (path: string) => new URL(path, 'https://shop.example').href;
  const idOf = (path: string) => `page_${addresses.findIndex((each) => each.path === path)}`;
  const pages = addresses.map(
    ({ path, elements, options, movedTo }, position): FrontierPage =>
      frontierPage(idOf(path), {
        scanId,
        url: url(path),
        position,
        outcome: elements === undefined ? 'timeout' : (options?.outcome ?? 'scanned'),
        resultKey: `results/${scanId}/${position}`,
        ...(movedTo === undefined
          ? {}
          : { movedTo: { pageId: idOf(movedTo), origin: 'https://shop.example' } }),
      }),
  );
  const subject: ReportSubject = {
    ...aboutSite,
    scan: scan({ scanId, config: { rules: ['wcag-aa'], priority: 'normal', metadata: { branch: 'main' } } }),
    crawl: {
      ...aboutSite.crawl,
      notAttempted: notAttempted.map((path) => ({ url: url(path), reason: 'limit' as const })),
    },
    comparison: {
      ...aboutSite.comparison,
      comparableKey: KEY,
      baseline:
        baseline === null
          ? null
          : {
              scanId: baseline.scanId,
              branch: 'main',
              createdAt: '2026-10-31T10:00:00.000Z',
              chosenBy: 'branch',
            },
      whyNone: baseline === null ? 'No scan exists.' : null,
      state: baseline,
    },
  };
  const store = new FindingsInMemory();
  const builder = new ReportBuilder(subject, store, budget);
  for (const group of builder.listPageGroups(pages)) {
    await builder.add(group, (pageId) => {
      const { path, elements, options } = addresses[pages.findIndex((each) => each.pageId === pageId)]!;
      if (elements === undefined) return undefined;
      const shown = redactQueries(url(path));
      const { result } = pageOf(elements, {
        scanId,
        pageId,
        requestedUrl: shown,
        finalUrl: shown,
        ...options,
      });
      return { result, resultKey: `results/${scanId}/${pageId}` };
    });
  }
  const head = await builder.head();
  return {
    report: {
      ...head,
      violations: head.violations.map((rule) => ({ ...rule, nodes: store.of('violation', rule.ruleId) })),
      needsReview: head.needsReview.map((rule) => ({ ...rule, nodes: store.of('review', rule.ruleId) })),
    },
    state: builder.state(),
  };
}

/** Returns a report as parsed from its stored JSON file. */
const read = (report: unknown): BaselineReport =>
  baselineReportSchema.parse(JSON.parse(JSON.stringify(report)));
const stateFrom = (report: unknown) => buildStateFromReport(read(report), getRuleDefinition);

/** Returns the state by element, for elements that occur once. */
function statesOf({ violations, needsReview }: Report): Record<string, string> {
  const nodes = [...violations, ...needsReview].flatMap((rule) => rule.nodes);
  return Object.fromEntries(nodes.map(({ target, state }) => [String(target.at(-1)).slice(1), state]));
}

function anyElements(next: (below: number) => number): Element[] {
  return Array.from({ length: next(9) }, () => {
    const is = `e${next(5)}`;
    return {
      is,
      ...(next(4) === 0 ? { was: `old ${is}` } : {}),
      at: `p${next(6)}`,
      kind: next(3) === 0 ? 'review' : 'violation',
      rule: next(3) === 0 ? 'label' : 'image-alt',
      ...(next(4) === 0 ? { frame: [`#f${next(2)}`] } : {}),
    } satisfies Element;
  });
}

/** URLs of a few pages: several of one page, some with secrets, one that redirects, and some that are not scanned. */
const paths = [
  '/',
  '/a',
  '/a/',
  '/a?utm_source=x',
  '/a?fbclid=1',
  '/a?gclid=2',
  '/b',
  '/b?token=one',
  '/b?token=two',
];

function anyAddresses(next: (below: number) => number): Address[] {
  return paths
    .filter(() => next(6) > 0)
    .map((path): Address => {
      if (next(6) === 0) return { path };
      const options: PageOptions = {
        outcome: next(4) === 0 ? 'partially-scanned' : 'scanned',
        notRun: next(5) === 0 ? ['label'] : [],
        beyond: next(5) === 0 ? { 'image-alt': next(4) } : {},
        framesNotScanned: next(4) === 0 ? [[`#f${next(2)}`]] : [],
      };
      return { path, elements: anyElements(next), options };
    })
    .map((address, index, all) => {
      const other = all[index - 1];
      return next(9) === 0 && other !== undefined ? { ...address, movedTo: other.path } : address;
    });
}

/**
 * Returns a state as read from the bucket, without members that reports do not have; the order of findings means
 * nothing.
 */
function reduceToReport(state: SiteState): unknown {
  const copy = JSON.parse(JSON.stringify(state)) as SiteState;
  for (const page of Object.values(copy.pages)) {
    page.result = null;
    for (const rule of Object.values(page.rules)) {
      const findings = rule.findings.map((finding) => JSON.stringify({ ...finding, markup: '' }));
      rule.findings = findings.sort().map((finding) => JSON.parse(finding));
    }
  }
  return copy;
}

describe('the state that is built from a report', () => {
  it('equals the state that the scan left, without members that reports do not have', async () => {
    for (let seed = 1; seed <= runsOf(12); seed += 1) {
      const next = numbers(seed);
      const addresses = anyAddresses(next).filter(({ path }) => !path.includes('token'));
      const { report, state } = await scanned(addresses, { notAttempted: ['/left', '/a'] });
      expect(reduceToReport(stateFrom(report)), `seed ${seed}`).toEqual(reduceToReport(state));
    }
  });

  it('leads to the same finding states in the next scan as the stored state', async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= runsOf(12); seed += 1) {
      const next = numbers(seed);
      const notAttempted = paths.filter((path) => !path.includes('token') && next(3) === 0);
      const first = await scanned(anyAddresses(next), { notAttempted });
      const then = anyAddresses(next);
      const [held, again] = [
        await scanned(then, { number: 1, baseline: first.state }),
        await scanned(then, { number: 1, baseline: stateFrom(first.report) }),
      ];
      expect(again.report, `seed ${seed}`).toEqual(held.report);
      for (const state of Object.values(statesOf(again.report))) seen.add(state);
    }
    expect([...seen].sort()).toEqual(['new', 'reclassified', 'unchanged', 'unknown']);
  });

  it('recognizes a finding that was fixed and is back, also if the baseline has another host', async () => {
    const first = await scanned([{ path: '/a', elements: [{ is: 'a' }, { is: 'b' }] }]);
    const second = await scanned([{ path: '/a', elements: [{ is: 'b' }] }], {
      number: 1,
      baseline: stateFrom(first.report),
    });
    const { findings } = second.report.comparison.fixed;
    expect(findings.map(({ url }) => url)).toEqual(['https://shop.example/a']);
    const elsewhere = findings.map((each) => ({ ...each, url: 'https://preview-7.example/a' }));
    for (const fixed of [findings, elsewhere]) {
      const baseline = stateFrom({
        ...second.report,
        comparison: { ...second.report.comparison, fixed: { count: 1, findings: fixed } },
      });
      const third = await scanned([{ path: '/a', elements: [{ is: 'a' }, { is: 'b' }] }], {
        number: 2,
        baseline,
      });
      expect(statesOf(third.report)).toEqual({ a: 'regressed', b: 'unchanged' });
    }
  });

  it('matches a finding that was edited at its location', async () => {
    const first = await scanned([{ path: '/a', elements: [{ is: 'before', at: 'here' }] }]);
    const then: Address[] = [{ path: '/a', elements: [{ is: 'after', at: 'here' }] }];
    const held = async (report: unknown) =>
      (await scanned(then, { number: 1, baseline: stateFrom(report) })).report;
    expect(statesOf(await held(first.report))).toEqual({ after: 'unchanged' });
  });

  it('separates pages whose URLs differ only in a secret, and shows the secret nowhere', async () => {
    const first = await scanned([
      { path: '/b?token=quiet-one', elements: [{ is: 'a' }] },
      { path: '/b?token=quiet-two', elements: [{ is: 'b' }] },
    ]);
    expect(JSON.stringify(first.report)).not.toContain('quiet');
    expect(first.report.pages.map(({ requestedUrl }) => requestedUrl)).toEqual(
      Array(2).fill(`https://shop.example/b?token=${REDACTED}`),
    );
    const second = await scanned(
      [
        { path: '/b?token=quiet-one', elements: [{ is: 'a' }, { is: 'c' }] },
        { path: '/b?token=quiet-two', elements: [] },
      ],
      { number: 1, baseline: stateFrom(first.report) },
    );
    expect(statesOf(second.report)).toEqual({ a: 'unchanged', c: 'new' });
    expect(second.report.comparison).toMatchObject({ fixed: { count: 1 }, notSeenAgain: { count: 0 } });
  });

  it('counts elements that the report does not list', async () => {
    const elements = ['a', 'b', 'c', 'd', 'e'].map((is) => ({ is }));
    const first = await scanned([{ path: '/a', elements }], {
      budget: new NodeBudget({ length: 1, beyond: 100_000 }),
    });
    expect(first.report.violations[0]).toMatchObject({ nodeCount: 5, nodes: { length: 3 } });
    const second = await scanned([{ path: '/a', elements: [...elements, { is: 'f' }] }], {
      number: 1,
      baseline: stateFrom(first.report),
    });
    // Two of these three existed, and nothing shows which.
    const states = Object.values(statesOf(second.report)).sort();
    expect(states).toEqual(['new', 'unchanged', 'unchanged', 'unchanged', 'unknown', 'unknown']);
  });

  it('states the cause only if all pages were scanned by the current engine', async () => {
    const elements = [{ is: 'a' }];
    const cause = async (addresses: Address[]) => {
      const { report } = await scanned(addresses);
      const { report: then } = await scanned([{ path: '/a', elements: [{ is: 'b' }] }], {
        number: 1,
        baseline: stateFrom(report),
      });
      return then.violations[0]?.nodes[0]?.cause;
    };
    const earlier = { engine: { ...engine, axe: '4.13.0' } };
    expect(await cause([{ path: '/a', elements }])).toBe('page');
    expect(await cause([{ path: '/a', elements, options: earlier }])).toBe('unknown');
    expect(
      await cause([
        { path: '/a', elements },
        { path: '/b', elements, options: earlier },
      ]),
    ).toBe('unknown');
  });
});

describe('a report that is read as a baseline', () => {
  it('may have unknown members, and invalid members that are not needed', async () => {
    const { report } = await scanned([{ path: '/a', elements: [{ is: 'a' }] }]);
    const later = { ...report, schemaVersion: '1.9', gate: 7, added: true };
    expect(stateFrom(later)).toEqual(stateFrom(report));
  });

  it.each([
    ['another major version', { schemaVersion: '2.0' }],
    ['no comparison', { comparison: undefined }],
    ['an invalid scan', { scan: { id: 'scan_1' } }],
    ['an invalid finding', { violations: [{ ruleId: 'label', nodeCount: 1, nodes: [{}] }] }],
  ])('is rejected with %s', async (_, wrong) => {
    const { report } = await scanned([{ path: '/a', elements: [{ is: 'a' }] }]);
    expect(baselineReportSchema.safeParse({ ...report, ...wrong }).success).toBe(false);
  });
});

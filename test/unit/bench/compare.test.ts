import { describe, expect, it } from 'vitest';
import { contestants } from '../../../bench/compare/contestants.ts';
import { computeCostPerThousand } from '../../../bench/compare/cost.ts';
import { readFlags } from '../../../bench/compare/flags.ts';
import { buildParts } from '../../../bench/compare/parts.ts';
import { ProcessTree, parseStat } from '../../../bench/compare/process-tree.ts';
import type { Run } from '../../../bench/compare/run.ts';
import { rotate, schedule } from '../../../bench/compare/schedule.ts';
import { buildSignature, computeScore, findDifferingPages } from '../../../bench/compare/score.ts';
import { evaluateTargets, groups, isReached, summarize } from '../../../bench/compare/summary.ts';
import { describeComparison } from '../../../bench/compare/table.ts';
import type { Finding, PageFindings } from '../../../bench/contestants/contract.ts';
import { computeMedian } from '../../../bench/measure/median.ts';
import { MEGABYTES_PER_CPU, prices } from '../../../bench/prices.ts';
import { buildFaultAttribute, type PlantedFault } from '../../../bench/site/faults.ts';

const violation = (rule: string, id: string, where = id): Finding => ({
  rule,
  kind: 'violation',
  where,
  html: `<b ${buildFaultAttribute(id)}>`,
});
const page = (path: string, findings: Finding[], error?: string): PageFindings => ({
  path,
  findings,
  ...(error !== undefined && { error }),
});
const faults: PlantedFault[] = [
  { id: 'f0', rule: 'image-alt', appearance: 'static' },
  { id: 'f1', rule: 'label', appearance: 'lazy' },
];

describe('computeMedian', () => {
  it('returns the middle number, or the mean of the two in the middle', () => {
    expect(computeMedian([9, 1, 5])).toBe(5);
    expect(computeMedian([4, 1, 9, 2])).toBe(3);
    expect(() => computeMedian([])).toThrow('a median needs at least one value');
  });
});

describe('computeScore', () => {
  it('counts a planted fault once, by its rule and its element', () => {
    const findings = [violation('image-alt', 'f0'), violation('image-alt', 'f0', 'again')];
    const result = computeScore([page('/a', findings)], () => faults);
    expect(result).toMatchObject({ planted: 2, found: 1, false: 0 });
    expect(result.byAppearance.static).toEqual({ planted: 1, found: 1 });
    expect(result.byAppearance.lazy).toEqual({ planted: 1, found: 0 });
  });

  it('counts a violation with another element or another rule as false', () => {
    const findings = [violation('label', 'f0'), violation('image-alt', 'f9'), violation('region', '')];
    expect(computeScore([page('/a', findings)], () => faults)).toMatchObject({ found: 0, false: 3 });
  });

  it('does not count what needs review', () => {
    const findings: Finding[] = [{ ...violation('label', 'f1'), kind: 'review' }];
    expect(computeScore([page('/a', findings)], () => faults)).toMatchObject({ found: 0, false: 0 });
  });
});

describe('differing', () => {
  it('names the pages whose findings differ between runs, in any order of the findings', () => {
    const one = [violation('label', 'a'), violation('label', 'b')];
    const runs = [
      [page('/same', one), page('/other', one), page('/failed', [])],
      [page('/same', one.toReversed()), page('/other', one.slice(1)), page('/failed', [], 'timeout')],
    ];
    expect(findDifferingPages(runs)).toEqual(['/other', '/failed']);
  });

  it('distinguishes a violation from a needs-review finding', () => {
    const found = violation('label', 'a');
    expect(buildSignature(page('/a', [found]))).not.toBe(
      buildSignature(page('/a', [{ ...found, kind: 'review' }])),
    );
  });
});

describe('schedule', () => {
  const three = contestants.slice(0, 3);
  const group = { name: 'g', paths: ['/a', '/b'], concurrencies: [1, 2], contestants: three, rounds: 3 };

  it('schedules every run once a round, and starts each round with another contestant', () => {
    const runs = schedule([group]);
    expect(runs).toHaveLength(18);
    const firsts = [1, 2, 3].map(
      (round) => runs.find((run) => run.round === round && run.concurrency === 1)?.contestant.id,
    );
    expect(new Set(firsts).size).toBe(3);
  });

  it('gives a slow contestant fewer pages', () => {
    const paths = Array.from({ length: 9 }, (_, at) => `/${at}`);
    const slow = { ...three[0], onePageIn: 4 } as (typeof contestants)[number];
    expect(schedule([{ ...group, paths, contestants: [slow] }])[0]?.paths).toEqual(['/0', '/4', '/8']);
  });

  it('rotates without losing runs', () => {
    expect(rotate([1, 2, 3], 4)).toEqual([2, 3, 1]);
    expect(rotate([], 2)).toEqual([]);
  });
});

describe('buildParts', () => {
  const pagesIn = (flags: { quick: boolean; long: boolean }) =>
    Object.fromEntries(buildParts(flags, contestants).map(({ name, paths }) => [name, paths.length]));

  it('measures 10, 100 and, if requested, 1,000 pages in one run', () => {
    const usual = pagesIn({ quick: false, long: false });
    expect(usual).toMatchObject({ [groups.length(10)]: 10, [groups.length(100)]: 100 });
    expect(usual).not.toHaveProperty([groups.length(1_000)]);
    expect(pagesIn({ quick: false, long: true })).toMatchObject({ [groups.length(1_000)]: 1_000 });
  });

  it('has only one part for a quick benchmark', () => {
    expect(Object.keys(pagesIn({ quick: true, long: false }))).toEqual([groups.small]);
  });

  it('opens no page twice in a run', () => {
    for (const { paths } of buildParts({ quick: false, long: true }, contestants)) {
      expect(new Set(paths).size).toBe(paths.length);
    }
  });
});

describe('the flags', () => {
  it('select all contestants and no shortcut by default', () => {
    const all = contestants.map(({ id }) => id);
    expect(readFlags([])).toEqual({ quick: false, long: false, only: all, help: false });
    expect(readFlags(['--quick', '--only', 'engine,floor'])).toMatchObject({
      quick: true,
      only: ['engine', 'floor'],
    });
  });

  it('list the known contestants if a contestant is unknown', () => {
    expect(() => readFlags(['--only', 'engine,other'])).toThrow(/unknown: other; known: engine, /);
  });
});

describe('costPerThousand', () => {
  it('charges the CPU time at the CPU share that comes with the memory', () => {
    const half = computeCostPerThousand(100, 400, MEGABYTES_PER_CPU / 2, 5);
    expect(half.secondsPerPage).toBeCloseTo(0.8);
    const expected = 0.8 * (MEGABYTES_PER_CPU / 2 / 1024) * prices.lambda.gigabyteSecond * 1000;
    expect(half.browser).toBeCloseTo(expected + (prices.lambda.request / 5) * 1000, 8);
    expect(half.total).toBe(half.browser + half.around);
  });

  it('charges the elapsed time if it is longer', () => {
    expect(computeCostPerThousand(900, 400, 2 * MEGABYTES_PER_CPU, 5).secondsPerPage).toBeCloseTo(0.9);
  });
});

const run = (contestant: string, concurrency: number, wallMs: number, round = 1): Run => ({
  contestant,
  group: groups.small,
  concurrency,
  round,
  paths: ['/a', '/b'],
  wallMs,
  cpuMs: 600,
  peakBytes: 2 ** 28,
  coresOfOthers: 0.6,
  pages: [page('/a', [violation('image-alt', 'f0')]), page('/b', [])],
});

describe('summarize', () => {
  it('takes the medians of the rounds', () => {
    const rows = summarize(
      [run('engine', 1, 900), run('engine', 1, 400, 2), run('engine', 1, 500, 3)],
      () => [],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      rounds: 3,
      pages: 2,
      msPerPage: 250,
      pagesPerSecond: 4,
      cpuMsPerPage: 300,
    });
  });

  it('reports runs at another concurrency separately, and says what failed', () => {
    const failed: Run = { ...run('engine', 2, 500), pages: [page('/a', [], 'timeout'), page('/b', [])] };
    const rows = summarize([run('engine', 1, 400), failed], () => []);
    expect(rows.map(({ failed }) => failed)).toEqual([{}, { '/a': 'timeout' }]);
  });
});

describe('the targets', () => {
  const rows = summarize(
    [run('engine', 1, 400), run('engine', 2, 240), run('pa11y-ci', 1, 1_300), run('floor', 1, 380)],
    () => faults,
  );
  const targets = evaluateTargets(rows, 2);
  const reached = (what: string) => targets.find((target) => target.what === what);

  it('are ratios of pages a second, or of time', () => {
    const speed = reached('engine to pa11y-ci, pages a second, concurrency 1');
    expect(speed?.reached).toBeCloseTo(3.25);
    expect(speed && isReached(speed)).toBe(true);
    expect(reached('engine to its bare steps, time a page, concurrency 1')?.reached).toBeCloseTo(1.053, 3);
    expect(reached('engine at concurrency 2 to 1, pages a second')?.reached).toBeCloseTo(1.667, 3);
  });

  it('are open if one of the two contestants did not run', () => {
    const service = reached('service to engine, time a page, concurrency 1');
    expect(service?.reached).toBeNull();
    expect(service && isReached(service)).toBeUndefined();
  });

  it('are missed if the value is on the wrong side of the bound', () => {
    expect(isReached({ what: '', bound: 1.1, atLeast: false, reached: 1.2 })).toBe(false);
    expect(isReached({ what: '', bound: 3, atLeast: true, reached: 2.9 })).toBe(false);
  });

  it('are in the table with the rows, the costs, and the failures', () => {
    const machine = {
      processor: 'CPU',
      cores: 2,
      memoryBytes: 2 ** 33,
      platform: 'linux x64',
      node: 'v24',
      load: 0.5,
      commit: null,
    };
    const text = describeComparison({
      takenAt: '2026-01-01T00:00:00.000Z',
      machine,
      versions: { 'pa11y-ci': '4' },
      axeVersion: '4.14.1',
      rules: 90,
      rows: rows.map((row) => ({ ...row, failed: { '/a': 'it hung' }, differing: ['/b'] })),
      targets,
      costs: [computeCostPerThousand(200, 300, 2_048, 5)],
    });
    expect(text).toMatch(/our engine +1 +2 +0\.20 +5\.00 +0\.30 +256 +25 % +0/);
    expect(text).toMatch(/pages a second, concurrency 1 +≥ 3 +3\.25 {2}yes/);
    expect(text).toContain('other processes used up to 0.6 of 2 cores');
    expect(text).toContain('not measured');
    expect(text).toContain('2048 MB');
    expect(text).toContain('/a failed: it hung');
    expect(text).toContain('the findings of /b differ between rounds');
  });
});

describe('parseStat', () => {
  it('reads the parent and the CPU time after a name with any characters', () => {
    const line = `42 (a) b (c) S 7 42 42 0 -1 4194304 100 0 0 0 30 12 5 5 20 0 1 0 98765 1000 200 ${'0 '.repeat(28)}`;
    expect(parseStat(line)).toEqual({ pid: 42, parent: 7, ticks: 42, startedAt: '98765' });
    expect(parseStat('')).toBeUndefined();
  });
});

describe('ProcessTree', () => {
  it('measures the memory of a process', () => {
    const tree = new ProcessTree(process.pid);
    expect(tree.usage().peakBytes).toBeGreaterThan(2 ** 20);
    tree.stop();
  });
});

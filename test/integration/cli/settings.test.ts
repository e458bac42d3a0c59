import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../../../cli/run.ts';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { provideChromium } from '../../../scanner/chromium-pack/locate.ts';
import { fakeHost } from '../../support/cli-host.ts';
import { allPairs, pairsOf, pairwise, type Row } from '../../support/pairwise.ts';
import {
  type ExpectedResult,
  expectedOf,
  resultOf,
  type Trial,
  type TrialConfig,
  type TrialGate,
} from '../../support/settings-oracle.ts';
import { type SettingsSite, SUFFIX, serveSettingsSite } from '../../support/settings-site.ts';
import { shownBy } from '../../support/shown-findings.ts';

/**
 * Levels of each setting: not set, matching on every page, on some, on none. A level is the part that it adds to
 * `config`.
 */
const settings = {
  rules: {
    aa: { rules: ['wcag-aa'] },
    a: { rules: ['wcag-a'] },
    'aaa and practices': { rules: ['wcag-aaa', 'best-practice'] },
    practices: { rules: ['best-practice'] },
  },
  viewport: {
    unset: {},
    mobile: { viewport: 'mobile' },
    tablet: { viewport: 'tablet' },
    size: { viewport: { width: 400, height: 800 } },
  },
  colorScheme: { unset: {}, light: { colorScheme: 'light' }, dark: { colorScheme: 'dark' } },
  reducedMotion: {
    unset: {},
    reduce: { reducedMotion: 'reduce' },
    moving: { reducedMotion: 'no-preference' },
  },
  locale: { unset: {}, german: { locale: 'de' }, french: { locale: 'fr-CA' } },
  userAgentSuffix: { unset: {}, set: { userAgentSuffix: SUFFIX } },
  includeSelectors: {
    unset: {},
    everywhere: { includeSelectors: ['main'] },
    nowhere: { includeSelectors: ['#nothere'] },
    'on some pages': { includeSelectors: ['.widget'] },
    'one of two': { includeSelectors: ['main', '#nothere'] },
    hidden: { includeSelectors: ['.ads', '#dialog'] },
  },
  excludeSelectors: {
    unset: {},
    everywhere: { excludeSelectors: ['.ads'] },
    nowhere: { excludeSelectors: ['#nothere'] },
    'on some pages': { excludeSelectors: ['.widget'] },
    'two of three': { excludeSelectors: ['.ads', '#nothere', '.widget'] },
    all: { excludeSelectors: ['body'] },
  },
  waitFor: {
    unset: {},
    everywhere: { waitFor: { selector: '.late' } },
    nowhere: { waitFor: { selector: '#nothere' } },
    'on some pages': { waitFor: { selector: '.late-here' } },
    time: { waitFor: { milliseconds: 10_000 } },
    'no time': { waitFor: { milliseconds: 0 } },
  },
  expect: { unset: {}, 'as it is': { expect: { status: 200 } }, otherwise: { expect: { status: 410 } } },
  screenshots: {
    unset: {},
    new: { screenshots: 'new' },
    all: { screenshots: 'all' },
    none: { screenshots: 'none' },
  },
  redactSelectors: {
    unset: {},
    nowhere: { redactSelectors: ['#nothere'] },
    'on some pages': { redactSelectors: ['.widget'] },
  },
  crawl: {
    unset: {},
    none: { crawl: 'none' },
    links: { crawl: 'links' },
    sitemap: { crawl: 'sitemap' },
    both: { crawl: 'both' },
  },
  maxPages: { unset: {}, one: { maxPages: 1 }, three: { maxPages: 3 } },
  maxDepth: { unset: {}, none: { maxDepth: 0 }, one: { maxDepth: 1 }, unbounded: { maxDepth: null } },
  includeUrls: {
    unset: {},
    everywhere: { includeUrls: ['/**'] },
    nowhere: { includeUrls: ['/nothere/**'] },
    'on some pages': { includeUrls: ['/shop/**', '/private/**'] },
  },
  excludeUrls: {
    unset: {},
    nowhere: { excludeUrls: ['/nothere/**'] },
    'on some pages': { excludeUrls: ['/mapped', '/private/**'] },
    everywhere: { excludeUrls: ['/**'] },
  },
  hashRoutes: { unset: {}, on: { hashRoutes: true }, off: { hashRoutes: false } },
  metadata: {
    unset: {},
    set: { metadata: { branch: 'feature', targetBranch: 'main', commit: 'abcdef1', pullRequest: '7' } },
  },
  robots: { unset: {}, obey: { robots: 'obey' }, ignore: { robots: 'ignore' } },
} as const satisfies Record<string, Record<string, object>>;

const gates: Record<string, TrialGate | 'nothing' | undefined> = {
  unset: undefined,
  nothing: 'nothing',
  any: { any: 'critical' },
  new: { new: 'serious' },
  total: { total: 6 },
  practices: { bestPractice: { any: 'serious' } },
  review: { any: 'serious', review: true, minCoverage: 0 },
  'new without baseline': { new: 'critical', onNoBaseline: 'fail' },
};

const names = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];
const levels = names(settings).map((name) => [name, Object.keys(settings[name])]);
const factors = {
  ...(Object.fromEntries(levels) as Record<keyof typeof settings, string[]>),
  failOn: names(gates),
  start: ['/', '/missing'],
  baseline: ['none', 'before the change'],
  by: ['file', 'flags'],
};
type TrialRow = Row<typeof factors>;

/** Levels that leave so little of a scan that the effect of other settings is invisible. */
const ending: Partial<Record<keyof typeof factors, readonly string[]>> = {
  includeSelectors: ['nowhere'],
  excludeSelectors: ['all'],
  expect: ['otherwise'],
  crawl: ['none'],
  maxPages: ['one'],
  maxDepth: ['none'],
  includeUrls: ['nowhere'],
  excludeUrls: ['everywhere'],
};
const others = names(factors).map((name) => [
  name,
  factors[name].filter((level) => !ending[name]?.includes(level)),
]);
const endingNone = Object.fromEntries(others) as typeof factors;
const tables = {
  'that end no scan early': pairwise(endingNone, new Set(), costOf),
  // All other pairs, so that the tables together contain every pair.
  'of which at least one ends a scan early': pairwise(factors, allPairs(endingNone), costOf),
};

let folder: string;
let browser: string;
let before: SettingsSite;
let after: SettingsSite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-test-'));
  browser = await writeBrowser(folder);
  [before, after] = await Promise.all([serveSettingsSite(false), serveSettingsSite(true)]);
});
afterAll(async () => {
  await Promise.all([before?.stop(), after?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/**
 * Writes a script that launches the packed browser with its own libraries and fonts, and returns its path. A browser
 * that is named by its path is not verified before each launch, which would take a third of the time of these scans.
 */
async function writeBrowser(into: string): Promise<string> {
  const { executable, libraries, fontConfig } = await provideChromium();
  const path = join(into, 'browser.sh');
  const variables = `LD_LIBRARY_PATH='${libraries}' FONTCONFIG_PATH='${fontConfig}'`;
  await writeFile(path, `#!/bin/sh\n${variables} exec '${executable}' "$@"\n`, { mode: 0o755 });
  return path;
}

/**
 * Returns the cost of the scans of a row: one scan, or two with a baseline. The start of a browser costs about as
 * much as a page.
 */
function costOf(row: TrialRow): number {
  const { pages } = expectedOf({
    config: configOf(row),
    start: row.start as Trial['start'],
    isChanged: true,
  });
  return (1 + pages.length) * (row.baseline === 'none' ? 1 : 2);
}

/** Returns the settings of a row. Its start page answers 404, and the settings expect that. */
function configOf(row: TrialRow): TrialConfig {
  const given = names(settings).map((name) => (settings[name] as Record<string, object>)[row[name]]);
  const config: TrialConfig = Object.assign({}, ...given);
  return row.start === '/missing' && row.expect !== 'otherwise'
    ? { ...config, expect: { status: 404 } }
    : config;
}

/** Returns the settings that have a flag, as flags. */
function flagsOf({
  rules,
  crawl,
  maxPages,
  maxDepth,
  viewport,
  colorScheme,
  metadata = {},
}: TrialConfig): string[] {
  const size = typeof viewport === 'object' ? `${viewport.width}x${viewport.height}` : viewport;
  return Object.entries({
    rules: rules.join(','),
    crawl,
    'max-pages': maxPages,
    'max-depth': maxDepth ?? undefined,
    viewport: size,
    'color-scheme': colorScheme,
    branch: metadata.branch,
    'target-branch': metadata.targetBranch,
    commit: metadata.commit,
    'pull-request': metadata.pullRequest,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]));
}

function failOnFlags(failOn: TrialGate | 'nothing'): string[] {
  if (failOn === 'nothing') return ['--fail-on', 'nothing'];
  const { new: news, any, total, bestPractice, review, minCoverage, onNoBaseline } = failOn;
  return Object.entries({
    new: news,
    any,
    total,
    'best-practice-any': bestPractice?.any,
    'min-coverage': minCoverage,
    'no-baseline': onNoBaseline,
  })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .concat(review === true ? ['review'] : [])
    .flatMap((text) => ['--fail-on', text]);
}

/** Runs `a11y-scan local` with the settings of a row, and reads the written report. */
async function scan(
  site: SettingsSite,
  id: string,
  row: TrialRow,
  { failOn, baseline }: { failOn: TrialGate | 'nothing' | undefined; baseline: string | null },
): Promise<{ code: number; report: Report | null; printed: string }> {
  const config = configOf(row);
  const byFlags = row.by === 'flags';
  const { rules, crawl, maxPages, maxDepth, viewport, colorScheme, metadata, ...withoutFlag } = config;
  const inFile = byFlags
    ? { ...withoutFlag, ...(maxDepth === null ? { maxDepth } : {}) }
    : { ...config, ...(failOn === undefined ? {} : { failOn }) };
  const file = {
    $schema: './config.schema.json',
    config: inFile,
    ...(byFlags ? {} : { outputs: { json: `${id}.json` }, timeout: '5m' }),
  };
  await writeFile(join(folder, `${id}.config.json`), JSON.stringify(file));
  const { host, stdout, stderr } = fakeHost({ env: {}, cwd: folder });
  const code = await run(
    [
      'local',
      `${site.origin}${row.start}`,
      ...['--config', `${id}.config.json`, '--concurrency', '1', '--browser', browser],
      ...(byFlags ? ['--output', `json=${id}.json`, '--timeout', '5m'] : []),
      ...(baseline === null ? [] : ['--baseline', baseline]),
      ...(byFlags ? [...flagsOf(config), ...(failOn === undefined ? [] : failOnFlags(failOn))] : []),
      ...['--json', '--quiet'],
    ],
    host,
  );
  const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => null);
  return {
    code,
    report: text === null ? null : reportSchema.parse(JSON.parse(text)),
    printed: stdout() + stderr(),
  };
}

const codes: Record<ExpectedResult, number> = {
  passed: 0,
  'no-gate': 0,
  failed: 1,
  'no-report': 3,
  inconclusive: 5,
};

/**
 * Returns the effective thresholds: docs/cli.md has the defaults, and the meaning of a file's `new` without a
 * baseline.
 */
function gateOf({ failOn: level, by }: TrialRow, hasBaseline: boolean): TrialGate | null {
  const given = gates[level];
  if (given === 'nothing') return null;
  if (given === undefined) return hasBaseline ? { new: 'serious' } : { any: 'serious' };
  const { new: news, onNoBaseline, ...others } = given;
  return news !== undefined && by === 'file' && !hasBaseline && onNoBaseline !== 'fail'
    ? { ...others, any: news }
    : given;
}

it('has every pair of levels in its rows', () => {
  const covered = new Set(Object.values(tables).flatMap((rows) => rows.flatMap((row) => pairsOf(row))));
  expect([...allPairs(factors)].filter((pair) => !covered.has(pair))).toEqual([]);
});

const results = new Set<ExpectedResult>();

// Two browsers at once: with more, each waits for the others.
vi.setConfig({ maxConcurrency: 2 });

describe.each(
  Object.entries(tables).map(([which, of], table) => {
    const rows = of.map((row, at) => ({ id: `row-${table + 1}-${at + 1}`, row }));
    return { which, rows, count: rows.length };
  }),
)(`settings in pairs, ${allPairs(factors).size} pairs of levels, rows $which: $count scans`, ({ rows }) => {
  it.concurrent.each(rows)('$id: $row', async ({ id, row }) => {
    const trial: Trial = { config: configOf(row), start: row.start as Trial['start'], isChanged: true };
    const expected = expectedOf(trial);
    const earlier = expectedOf({ ...trial, isChanged: false });
    let baseline: string | null = null;
    if (row.baseline !== 'none') {
      const { report } = await scan(before, `${id}-before`, row, { failOn: 'nothing', baseline });
      if (report !== null) baseline = `${id}-before.json`;
    }
    const failOn = gates[row.failOn];
    const { code, report, printed } = await scan(after, id, row, { failOn, baseline });
    const gate = gateOf(row, baseline !== null);
    const result = resultOf(expected, gate, baseline === null ? null : earlier);
    results.add(result);
    expect(code, printed).toBe(codes[result]);
    expect(report === null).toBe(result === 'no-report');
    if (report === null) return;
    expect(shownBy(report, after.origin)).toEqual({
      pages: expected.pages,
      findings: expected.findings
        .map(({ page, kind, rule, id: element }) => `${page} ${kind} ${rule} ${element}`)
        .sort(),
    });
    expect(report.gate.result ?? 'no-gate').toBe(result);
    expect(report.scan.config.metadata).toEqual(trial.config.metadata);
    const pictures = report.violations.flatMap(({ nodes }) => nodes.map(({ picture }) => picture !== null));
    // Without an output that shows pictures, no pictures are taken by default.
    if (row.screenshots === 'none' || row.screenshots === 'unset') expect(pictures).not.toContain(true);
    else if (row.screenshots === 'all' && pictures.length > 0) expect(pictures).toContain(true);
  });
});

it('end in every way that a scan can end', () => {
  expect([...results].sort()).toEqual(['failed', 'inconclusive', 'no-gate', 'no-report', 'passed']);
});

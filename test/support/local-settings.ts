import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { run } from '../../cli/run.ts';
import { type Report, reportSchema } from '../../core/reports/report.ts';
import { fakeHost } from './cli-host.ts';
import {
  type ExpectedResult,
  expectedOf,
  resultOf,
  type Trial,
  type TrialConfig,
  type TrialGate,
} from './settings-oracle.ts';
import { type SettingsSite, SUFFIX } from './settings-site.ts';
import { shownBy } from './shown-findings.ts';

/** Settings of `a11y-scan local` in levels, and what a scan with some of them must do. */

/**
 * Levels of each setting: not set, matching on every page, on some, on none. A level is the part that it adds to
 * `config`.
 */
const pageSettings = {
  rules: {
    aa: { rules: ['wcag-aa'] },
    a: { rules: ['wcag-a'] },
    'aaa and practices': { rules: ['wcag-aaa', 'best-practice'] },
    practices: { rules: ['best-practice'] },
  },
  checks: { unset: {}, all: { checks: 'all' }, axe: { checks: 'axe' } },
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
} as const satisfies Record<string, Record<string, object>>;
const scanSettings = {
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
export const settings = { ...pageSettings, ...scanSettings };

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
function levelsOf<Of extends Record<string, object>>(of: Of): Record<keyof Of, string[]> {
  return Object.fromEntries(
    Object.entries(of).map(([name, levels]) => [name, Object.keys(levels)]),
  ) as Record<keyof Of, string[]>;
}

/** Settings by which a browser opens and tests one page. */
export const pageFactors = levelsOf(pageSettings);
export const factors = {
  ...pageFactors,
  ...levelsOf(scanSettings),
  failOn: names(gates),
  start: ['/', '/missing'],
  baseline: ['none', 'before the change'],
  by: ['file', 'flags'],
};
/** A level of each setting. */
export type SettingsRow = Record<keyof typeof factors, string>;

/** Levels that leave so little of a scan that the effect of other settings is invisible. */
const ending: Partial<Record<string, readonly string[]>> = {
  includeSelectors: ['nowhere'],
  excludeSelectors: ['all'],
  expect: ['otherwise'],
  crawl: ['none'],
  maxPages: ['one'],
  maxDepth: ['none'],
  includeUrls: ['nowhere'],
  excludeUrls: ['everywhere'],
};

/** Rows of default settings, each with one of these levels. */
export const endingRows: SettingsRow[] = Object.entries(ending).flatMap(([name, levels = []]) => {
  const unset = Object.fromEntries(Object.keys(factors).map((each) => [each, 'unset']));
  const plain = { ...unset, rules: 'aa', start: '/', baseline: 'none', by: 'file' } as SettingsRow;
  return levels.map((level) => ({ ...plain, [name]: level }));
});

/** Returns the levels by which a scan shows the effect of its other settings. */
export function withoutEnding<Of extends Record<string, string[]>>(of: Of): Of {
  const entries = Object.entries(of).map(([name, all]) => [
    name,
    all.filter((level) => !ending[name]?.includes(level)),
  ]);
  return Object.fromEntries(entries) as Of;
}

/** Returns the settings of a row. Its start page answers 404, and the settings expect that. */
export function configOf(row: SettingsRow): TrialConfig {
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

/** What the scans of a row use. */
export interface LocalScans {
  run: typeof run;
  /** An empty folder. */
  folder: string;
  /** The site without its fault `added`, and the site with it. */
  before: SettingsSite;
  after: SettingsSite;
  /** Path of the browser; unset if it is replaced. */
  browser?: string;
}

/** Runs `a11y-scan local` with the settings of a row, and reads the written report. */
async function scan(
  { run, folder, browser }: LocalScans,
  site: SettingsSite,
  id: string,
  row: SettingsRow,
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
      ...['--config', `${id}.config.json`, '--concurrency', '1'],
      ...(browser === undefined ? [] : ['--browser', browser]),
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
function gateOf({ failOn: level, by }: SettingsRow, hasBaseline: boolean): TrialGate | null {
  const given = gates[level];
  if (given === 'nothing') return null;
  if (given === undefined) return hasBaseline ? { new: 'serious' } : { any: 'serious' };
  const { new: news, onNoBaseline, ...others } = given;
  return news !== undefined && by === 'file' && !hasBaseline && onNoBaseline !== 'fail'
    ? { ...others, any: news }
    : given;
}

/** Scans with the settings of a row, and expects what the oracle says. */
export async function expectLocalScan(
  scans: LocalScans,
  id: string,
  row: SettingsRow,
): Promise<{ result: ExpectedResult; report: Report | null }> {
  const trial: Trial = { config: configOf(row), start: row.start as Trial['start'], isChanged: true };
  const expected = expectedOf(trial);
  const earlier = expectedOf({ ...trial, isChanged: false });
  let baseline: string | null = null;
  if (row.baseline !== 'none') {
    const { report } = await scan(scans, scans.before, `${id}-before`, row, { failOn: 'nothing', baseline });
    if (report !== null) baseline = `${id}-before.json`;
  }
  const failOn = gates[row.failOn];
  const { code, report, printed } = await scan(scans, scans.after, id, row, { failOn, baseline });
  const gate = gateOf(row, baseline !== null);
  const result = resultOf(expected, gate, baseline === null ? null : earlier);
  expect(code, printed).toBe(codes[result]);
  expect(report === null).toBe(result === 'no-report');
  if (report === null) return { result, report };
  expect(shownBy(report, scans.after.origin)).toEqual({
    pages: expected.pages,
    findings: expected.findings
      .map(({ page, kind, rule, id: element }) => `${page} ${kind} ${rule} ${element}`)
      .sort(),
  });
  expect(report.gate.result ?? 'no-gate').toBe(result);
  expect(report.scan.config.metadata).toEqual(trial.config.metadata);
  return { result, report };
}

import { expect } from 'vitest';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import type { Row } from './pairwise.ts';
import {
  type ExpectedFinding,
  expectedOf,
  resultOf,
  type Trial,
  type TrialConfig,
  type TrialGate,
} from './settings-oracle.ts';
import { credential, type SettingsSite } from './settings-site.ts';
import { shownBy } from './shown-findings.ts';

/**
 * Settings that only the service has, and the settings that depend on them. Each level adds its members; crawl
 * settings may be set by site or scan.
 */
const crawls: Record<string, Partial<TrialConfig>> = {
  unset: {},
  links: { crawl: 'links', maxDepth: 1, robots: 'ignore' },
  mapped: { crawl: 'sitemap', excludeUrls: ['/nothere/**'] },
  few: { maxPages: 3, includeUrls: ['/shop/**'], hashRoutes: true },
};
/** Settings of a site that its scans override. */
const otherCrawl = { crawl: 'none', maxDepth: 0, maxPages: 4, includeUrls: ['/nothere/**'] };
const defaults = {
  crawl: 'both',
  maxPages: 25,
  maxDepth: null,
  includeUrls: [],
  excludeUrls: [],
  hashRoutes: false,
  robots: 'obey',
};
const configs: Record<'includeSelectors' | 'excludeSelectors', Record<string, Partial<TrialConfig>>> = {
  includeSelectors: {
    unset: {},
    everywhere: { includeSelectors: ['main'] },
    'on some pages': { includeSelectors: ['.widget'] },
  },
  excludeSelectors: {
    unset: {},
    nowhere: { excludeSelectors: ['#nothere'] },
    'on some pages': { excludeSelectors: ['.widget', '#nothere'] },
  },
};
const gates: Record<string, TrialGate | undefined> = {
  unset: undefined,
  any: { any: 'critical' },
  new: { new: 'serious' },
  total: { total: 3, minCoverage: 50 },
};
/** Suppressions, with the findings that they match. */
const suppressions: Record<string, { match: object; holds: (finding: ExpectedFinding) => boolean } | null> = {
  none: null,
  rule: { match: { rule: 'image-alt' }, holds: ({ rule }) => rule === 'image-alt' },
  'on some pages': { match: { page: '/shop/**' }, holds: ({ page }) => page.startsWith('/shop') },
  'in some elements': {
    match: { rule: 'image-alt', selector: '.widget' },
    holds: ({ id }) => id === 'widget',
  },
  nowhere: { match: { selector: '#nothere' }, holds: () => false },
  'on another page': { match: { page: '/nothere/**' }, holds: () => false },
};
const credentials: Record<string, object | undefined> = {
  none: undefined,
  required: { headers: { [credential.name]: credential.value } },
  'not required': { cookies: [{ name: 'unasked', value: 'cookie-of-the-trial' }] },
};

const names = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];
export const factors = {
  rules: ['wcag-a', 'wcag-aa,best-practice'],
  crawl: names(crawls),
  setBy: ['site', 'scan', 'scan over site'],
  includeSelectors: names(configs.includeSelectors),
  excludeSelectors: names(configs.excludeSelectors),
  failOn: names(gates),
  suppression: names(suppressions),
  credentials: names(credentials),
  pages: ['', '/private/x', '/nothere'],
  url: ['unset', 'preview'],
  baseline: ['none', 'of the branch', 'of the target branch', 'named'],
  priority: ['unset', 'high', 'low'],
  checks: ['axe', 'all'],
} as const;
export type TrialRow = Row<typeof factors>;

/**
 * The fewest rows that together contain every level. `baseline` has its default where no level is left, because each
 * other level needs a second scan. Factors with as many levels are shifted, so that their levels differ.
 */
export const settingsRows = Array.from({ length: mostLevels(Object.values(factors)) }, (_, at) => {
  const levels = Object.entries(factors).map(([name, of], shift) => {
    return [name, name === 'baseline' ? (of[at] ?? of[0]) : of[(at + shift) % of.length]];
  });
  return { id: `level-${at + 1}`, row: Object.fromEntries(levels) as TrialRow };
});

function mostLevels(of: readonly (readonly string[])[]): number {
  return Math.max(...of.map(({ length }) => length));
}

/** Returns the request bodies of a row: for the site and for each scan of it. */
function bodiesOf(row: TrialRow, origin: string, elsewhere: string) {
  const crawl = crawls[row.crawl] ?? {};
  const ofSite = { site: crawl, scan: {}, 'scan over site': otherCrawl }[row.setBy];
  // The scan overrides everything that the site sets.
  const ofScan = { site: {}, scan: crawl, 'scan over site': { ...defaults, ...crawl } }[row.setBy];
  const isPreview = row.url === 'preview';
  const listed = row.pages === '' ? [] : [row.pages];
  const config = {
    rules: row.rules.split(','),
    checks: row.checks,
    screenshots: 'none',
    ...ofScan,
    ...configs.includeSelectors[row.includeSelectors],
    ...configs.excludeSelectors[row.excludeSelectors],
    ...(row.priority === 'unset' ? {} : { priority: row.priority }),
    ...(isPreview ? { url: `${origin}/` } : {}),
  };
  const site = {
    name: 'Trial',
    labels: ['Trial'],
    mainBranch: 'main',
    url: isPreview ? `${elsewhere}/` : `${origin}/`,
    ...(isPreview ? { origins: [origin] } : {}),
    pages: listed,
    ...ofSite,
    ...(credentials[row.credentials] === undefined ? {} : { credentials: credentials[row.credentials] }),
  };
  const trial: Trial = {
    config: { ...crawl, ...config } as TrialConfig,
    start: '/',
    pages: listed,
    isChanged: true,
    // Credentials are sent only to the origin of the site.
    isSignedIn: row.credentials === 'required' && !isPreview,
  };
  return { site, config, trial };
}

/** Returns the metadata of the scan before the change and of the scan after it. */
function metadataOf({ baseline }: TrialRow): [object, object] {
  const earlier = { branch: 'main', commit: 'aaaaaaa1' };
  const commit = 'bbbbbbb2';
  if (baseline === 'of the target branch')
    return [earlier, { branch: 'feature', targetBranch: 'main', commit }];
  return [earlier, { branch: 'main', commit }];
}

/** The service that a row is tested on. */
export interface TriedService {
  call(
    method: string,
    path: string,
    sent?: { body?: unknown },
    // biome-ignore lint/suspicious/noExplicitAny: a test reads the members of a body that it expects
  ): Promise<{ status: number; text: string; json: any }>;
  /** Triggers a scan and waits until it is settled. */
  scan(siteId: string, config: object): Promise<ScanView>;
}

/**
 * Scans a site with the settings of a row, and asserts what docs/settings.md and docs/findings.md state for them.
 * @param server the scanned site, without the fault `added`; the function adds the fault
 * @param elsewhere another site; the first one is a preview of it
 */
export async function expectRow(
  row: TrialRow,
  { call, scan }: TriedService,
  server: SettingsSite,
  elsewhere: SettingsSite,
): Promise<void> {
  const { site, config, trial } = bodiesOf(row, server.origin, elsewhere.origin);
  const made = await call('POST', '/sites', { body: site });
  expect(made.status, made.text).toBe(201);
  const suppression = suppressions[row.suppression] ?? null;
  if (suppression !== null) {
    const body = { match: suppression.match, reason: 'Trial' };
    const created = await call('POST', `/sites/${made.json.id}/suppressions`, { body });
    expect(created.status, created.text).toBe(201);
  }
  const [earlier, later] = metadataOf(row);
  let before: ScanView | null = null;
  if (row.baseline !== 'none') {
    before = await scan(made.json.id, { ...config, metadata: earlier });
  }
  server.change();
  const expected = expectedOf(trial);
  const earlierExpected = expectedOf({ ...trial, isChanged: false });
  const hasBaseline = before !== null && before.report === 'ready';
  const gate = gates[row.failOn];
  const settled = await scan(made.json.id, {
    ...config,
    metadata: later,
    ...(gate === undefined ? {} : { failOn: gate }),
    ...(hasBaseline && row.baseline === 'named' ? { baseline: before?.id } : {}),
  });
  const result = resultOf(
    expected,
    gate ?? null,
    hasBaseline ? earlierExpected : null,
    suppression?.holds,
    trial.pages,
  );
  if (result === 'no-report') {
    expect([settled.status, settled.report]).toEqual(['failed', 'none']);
    return;
  }
  expect(settled.status).toBe('completed');
  const report: Report = (await call('GET', `/scans/${settled.id}/report`)).json;
  expect(shownBy(report, server.origin)).toEqual({
    pages: expected.pages,
    findings: expected.findings.map(({ page, kind, rule, id }) => `${page} ${kind} ${rule} ${id}`).sort(),
  });
  const nodes = [...report.violations, ...report.needsReview].flatMap((rule) => rule.nodes);
  const suppressed = nodes.filter(({ suppressedBy }) => suppressedBy !== null);
  const holds = suppression?.holds ?? (() => false);
  expect(suppressed).toHaveLength(expected.findings.filter(holds).length);
  expect(report.gate.result ?? 'no-gate').toBe(result);
  expect(report.comparison.baseline?.scanId ?? null).toBe(hasBaseline ? (before?.id ?? null) : null);
  expect(report.scan.config.priority).toBe(row.priority === 'unset' ? 'normal' : row.priority);
  // A scan of another branch, of a preview, or of fewer pages than the settings of the site does not show its state.
  const isSmaller = row.setBy === 'scan' && row.crawl !== 'unset';
  const ofMain = 'targetBranch' in later ? before : settled;
  const shown = isSmaller || row.url === 'preview' || ofMain?.status !== 'completed' ? null : ofMain.id;
  const groups = await call('GET', `/sites/${made.json.id}/groups?limit=1`);
  expect(groups.json.scan?.id ?? null).toBe(shown);
  if (!hasBaseline) return;
  const news = nodes
    .filter(({ state }) => state === 'new')
    .map(({ html }) => / id="([^"]*)"/.exec(html)?.[1]);
  const known = new Set(earlierExpected.findings.map(({ page, id }) => `${page} ${id}`));
  expect(news).toEqual(
    expected.findings.filter(({ page, id }) => !known.has(`${page} ${id}`)).map(({ id }) => id),
  );
}

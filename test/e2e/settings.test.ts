import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../../cli/run.ts';
import type { Report } from '../../core/reports/report.ts';
import { reportFormatNames } from '../../core/reports/report-formats.ts';
import { fakeHost } from '../support/cli-host.ts';
import { allPairs, pairwise, type Row } from '../support/pairwise.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import {
  type ExpectedFinding,
  expectedOf,
  resultOf,
  type Trial,
  type TrialConfig,
  type TrialGate,
} from '../support/settings-oracle.ts';
import { CREDENTIAL, type SettingsSite, serveSettingsSite } from '../support/settings-site.ts';
import { shownBy } from '../support/shown-findings.ts';

/** What only the service has, and what goes with it. A level is what it adds; crawling may be set by site or scan. */
const crawls: Record<string, Partial<TrialConfig>> = {
  unset: {},
  links: { crawl: 'links', maxDepth: 1, robots: 'ignore' },
  mapped: { crawl: 'sitemap', excludeUrls: ['/nothere/**'] },
  few: { maxPages: 3, includeUrls: ['/shop/**'], hashRoutes: true },
};
/** What a site has that its scans set otherwise. */
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
/** Suppressions, and the findings that they are about. */
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
  'asked for': { headers: { [CREDENTIAL.name]: CREDENTIAL.value } },
  'not asked for': { cookies: [{ name: 'unasked', value: 'cookie-of-the-trial' }] },
};

const names = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];
const factors = {
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
} as const;
type TrialRow = Row<typeof factors>;
const rows = pairwise(factors).map((row, at) => ({ id: `row-${at + 1}`, row }));

let service: TestService;
let key: TestKey;
let elsewhere: SettingsSite;
beforeAll(async () => {
  [service, elsewhere] = await Promise.all([sharedService(), serveSettingsSite(false)]);
  key = await service.key(await service.account());
});
afterAll(() => elsewhere?.stop());

/** What a row makes of the site and of each scan of it. */
function bodiesOf(row: TrialRow, origin: string) {
  const crawl = crawls[row.crawl] ?? {};
  const ofSite = { site: crawl, scan: {}, 'scan over site': otherCrawl }[row.setBy];
  // The scan takes back all that the site sets.
  const ofScan = { site: {}, scan: crawl, 'scan over site': { ...defaults, ...crawl } }[row.setBy];
  const isPreview = row.url === 'preview';
  const listed = row.pages === '' ? [] : [row.pages];
  const config = {
    rules: row.rules.split(','),
    screenshots: 'none',
    ...ofScan,
    ...configs.includeSelectors[row.includeSelectors],
    ...configs.excludeSelectors[row.excludeSelectors],
    ...(row.priority === 'unset' ? {} : { priority: row.priority }),
    ...(isPreview ? { url: `${origin}/` } : {}),
  };
  const site = {
    name: 'Trial',
    url: isPreview ? `${elsewhere.origin}/` : `${origin}/`,
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
    // Credentials go to the origin of the site only.
    isSignedIn: row.credentials === 'asked for' && !isPreview,
  };
  return { site, config, trial };
}

/** Of the scan before the change, and of the one after it. */
function metadataOf({ baseline }: TrialRow): [object, object] {
  const earlier = { branch: 'main', commit: 'aaaaaaa1' };
  const commit = 'bbbbbbb2';
  if (baseline === 'of the target branch')
    return [earlier, { branch: 'feature', targetBranch: 'main', commit }];
  return [earlier, { branch: 'main', commit }];
}

// Each scan is several functions and a browser.
vi.setConfig({ maxConcurrency: 2 });

describe(`settings of sites and scans in pairs: ${rows.length} scans with all ${allPairs(factors).size} pairs`, () => {
  it.concurrent.each(rows)('$id: $row', async ({ row }) => {
    const { client } = key;
    const server = await serveSettingsSite(false);
    try {
      const { site, config, trial } = bodiesOf(row, server.origin);
      const made = await client.call('POST', '/sites', { body: site });
      expect(made.status, made.text).toBe(201);
      const suppression = suppressions[row.suppression] ?? null;
      if (suppression !== null) {
        const body = { match: suppression.match, reason: 'Trial' };
        const created = await client.call('POST', `/sites/${made.json.id}/suppressions`, { body });
        expect(created.status, created.text).toBe(201);
      }
      const [earlier, later] = metadataOf(row);
      let before: Awaited<ReturnType<typeof client.scan>> | null = null;
      if (row.baseline !== 'none') {
        before = await client.scan(made.json.id, { ...config, metadata: earlier });
      }
      server.change();
      const expected = expectedOf(trial);
      const earlierExpected = expectedOf({ ...trial, isChanged: false });
      const hasBaseline = before !== null && before.report === 'ready';
      const gate = gates[row.failOn];
      const scan = await client.scan(made.json.id, {
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
        expect([scan.status, scan.report]).toEqual(['failed', 'none']);
        return;
      }
      expect(scan.status).toBe('completed');
      const { json: report } = await client.call<Report>('GET', `/scans/${scan.id}/report`);
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
      if (!hasBaseline) return;
      const news = nodes
        .filter(({ state }) => state === 'new')
        .map(({ html }) => / id="([^"]*)"/.exec(html)?.[1]);
      const known = new Set(earlierExpected.findings.map(({ page, id }) => `${page} ${id}`));
      expect(news).toEqual(
        expected.findings.filter(({ page, id }) => !known.has(`${page} ${id}`)).map(({ id }) => id),
      );
    } finally {
      await server.stop();
    }
  });
});

describe('a scan with every flag', () => {
  const rules = ['wcag-a'];
  const page = { viewport: { width: 400, height: 800 }, colorScheme: 'dark' } as const;
  const crawl = { maxPages: 3, maxDepth: 1, crawl: 'links' } as const;
  let folder: string;
  let server: SettingsSite;
  let siteId: string;
  let scanId: string;
  let baselineId: string;
  let report: Report;
  let code: number;

  /** Runs the command as a pipeline with annotations would. */
  async function invoke(args: string[], env: Record<string, string> = {}) {
    const { host, stdout, stderr } = fakeHost({
      env: { A11Y_SCAN_API_KEY: key.value, GITHUB_ACTIONS: 'true', ...env },
      cwd: folder,
    });
    return { code: await run(args, host), stdout: stdout(), stderr: stderr() };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settings-e2e-'));
    server = await serveSettingsSite(false);
    const { client } = key;
    const made = await client.call('POST', '/sites', {
      body: { name: 'Flags', url: `${elsewhere.origin}/`, origins: [server.origin] },
    });
    siteId = made.json.id;
    const config = { rules, ...page, ...crawl, url: `${server.origin}/` };
    baselineId = (await client.scan(siteId, { ...config, metadata: { commit: 'aaaaaaa1' } })).id;
    server.change();
    const flags = {
      site: siteId,
      url: `${server.origin}/`,
      rules: rules.join(','),
      'fail-on': 'any=critical',
      output: 'json=flags.json',
      timeout: '2m',
      'max-pages': 3,
      'max-depth': 1,
      crawl: 'links',
      viewport: '400x800',
      'color-scheme': 'dark',
      branch: 'feature',
      'target-branch': 'main',
      commit: 'bbbbbbb2',
      'pull-request': 7,
      priority: 'high',
      baseline: baselineId,
      'idempotency-key': 'all-flags',
      'api-url': service.runtime.baseUrl,
    };
    const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const args = ['trigger', ...given, '--no-config', '--no-annotations', '--no-color', '--json', '--quiet'];
    const ended = await invoke(args);
    // Under --quiet there is nothing but what the service says of the key, which is for a day.
    expect(ended.stderr).toMatch(/^This value of the API key stops working in .*\n$/);
    code = ended.code;
    scanId = JSON.parse(ended.stdout).scan.id;
    report = JSON.parse(await readFile(join(folder, 'flags.json'), 'utf8'));
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is the scan that the flags ask for', () => {
    const trial: Trial = { config: { rules, ...page, ...crawl }, start: '/', isChanged: true };
    const expected = expectedOf(trial);
    expect(shownBy(report, server.origin)).toEqual({
      pages: expected.pages,
      findings: expected.findings.map(({ page, kind, rule, id }) => `${page} ${kind} ${rule} ${id}`).sort(),
    });
    expect(code).toBe(1);
    expect(report.scan.config).toMatchObject({
      priority: 'high',
      metadata: { branch: 'feature', targetBranch: 'main', commit: 'bbbbbbb2', pullRequest: '7' },
    });
    expect(report.comparison.baseline?.scanId).toBe(baselineId);
  });

  it('is shown again in colour, with annotations unless they are turned off', async () => {
    const apiUrl = ['--api-url', service.runtime.baseUrl];
    const shown = await invoke(['report', scanId, '--color', ...apiUrl]);
    expect([shown.code, shown.stdout.includes('::error'), shown.stdout.includes('\u001b[')]).toEqual([
      1,
      true,
      true,
    ]);
    const bare = await invoke(['report', scanId, '--no-annotations', ...apiUrl]);
    expect([bare.code, bare.stdout.includes('::error')]).toEqual([1, false]);
  });

  it('takes the address of the API from a configuration file that is trusted, and shows where it is from', async () => {
    await writeFile(
      join(folder, 'other.json'),
      JSON.stringify({ apiUrl: service.runtime.baseUrl, site: siteId }),
    );
    const file = ['--config', 'other.json'];
    expect((await invoke(['sites', ...file])).code).toBe(2);
    expect((await invoke(['sites', ...file, '--trust-config-file'])).code).toBe(0);
    const printed = await invoke(['trigger', ...file, '--trust-config-file', '--print-config']);
    expect([printed.code, printed.stdout]).toEqual([0, expect.stringContaining('other.json')]);
  });

  it('has its findings by every filter, matching and matching nothing', async () => {
    const nodes = [...report.violations, ...report.needsReview].flatMap((rule) =>
      rule.nodes.map((node) => ({ ...node, rule })),
    );
    const total = async (query: string) =>
      (await key.client.call('GET', `/scans/${scanId}/findings?${query}`)).json.total;
    const count = (holds: (node: (typeof nodes)[number]) => boolean) => nodes.filter(holds).length;
    const [first] = nodes;
    const isNew = count(({ state }) => state === 'new');
    expect(isNew).toBe(1);
    expect(await total('state=new')).toBe(isNew);
    expect(await total('state=unchanged')).toBe(nodes.length - isNew);
    expect(await total('state=regressed')).toBe(0);
    expect(await total('impact=critical')).toBe(count(({ impact }) => impact === 'critical'));
    expect(await total('impact=minor')).toBe(0);
    expect(await total('kind=violation')).toBe(nodes.length);
    expect(await total('kind=review')).toBe(0);
    expect(await total('rule=image-alt')).toBe(nodes.length);
    expect(await total('rule=label')).toBe(0);
    expect(await total(`page=${encodeURIComponent(`${server.origin}/shop`)}`)).toBe(
      count(({ url }) => url === `${server.origin}/shop`),
    );
    expect(await total(`page=${encodeURIComponent(`${server.origin}/nothere`)}`)).toBe(0);
    expect(await total('criterion=1.1.1')).toBe(nodes.length);
    expect(await total('criterion=2.4.2')).toBe(0);
    expect(await total('suppressed=true')).toBe(0);
    expect(await total('suppressed=false')).toBe(nodes.length);
    expect(await total(`issueGroup=${first?.issueGroup}`)).toBe(
      count(({ issueGroup }) => issueGroup === first?.issueGroup),
    );
    const { json } = await key.client.call('GET', `/scans/${scanId}/findings?limit=2`);
    expect(json.items).toHaveLength(2);
    const next = await key.client.call(
      'GET',
      `/scans/${scanId}/findings?limit=100&cursor=${json.nextCursor}`,
    );
    expect(next.json.items).toHaveLength(nodes.length - 2);
  });

  it('is in the lists of its site by every filter, matching and matching nothing', async () => {
    const ids = async (path: string) =>
      (await key.client.call('GET', `/sites/${siteId}${path}`)).json.items.map(
        (item: { id?: string; scanId?: string }) => item.id ?? item.scanId,
      );
    for (const list of ['/scans', '/trend']) {
      expect(await ids(`${list}?branch=feature`)).toEqual([scanId]);
      expect(await ids(`${list}?branch=nothere`)).toEqual([]);
      expect(await ids(`${list}?limit=1`)).toEqual([scanId]);
    }
    expect(await ids('/scans?status=completed')).toEqual([scanId, baselineId]);
    expect(await ids('/scans?status=failed')).toEqual([]);
    expect(await ids('/scans?commit=bbbbbbb2')).toEqual([scanId]);
    expect(await ids('/scans?commit=ccccccc3')).toEqual([]);
    const { comparableKey } = report.comparison;
    expect(await ids(`/trend?comparableKey=${comparableKey}`)).toEqual([scanId, baselineId]);
    expect(await ids('/trend?comparableKey=0000000000000000')).toEqual([]);
    const time = encodeURIComponent(report.scan.createdAt);
    expect(await ids(`/trend?from=${time}`)).toEqual([scanId]);
    expect(await ids(`/trend?to=${time}`)).toEqual([baselineId]);
  });

  it('has its report in every format and by a link, and its pictures', async () => {
    for (const format of reportFormatNames) {
      const answer = await key.client.call('GET', `/scans/${scanId}/report?format=${format}`);
      expect([format, answer.status]).toEqual([format, 200]);
      expect(answer.text).toContain('image-alt');
    }
    const link = await key.client.call('GET', `/scans/${scanId}/report?delivery=link`);
    const { scan } = (await (await fetch(link.json.url)).json()) as Report;
    expect(scan.id).toBe(scanId);
    const picture = report.violations
      .flatMap(({ nodes }) => nodes.map((node) => node.picture?.id))
      .find(Boolean);
    const moved = await key.client.call('GET', `/scans/${scanId}/pictures/${picture}?delivery=redirect`);
    const image = await fetch(moved.headers.get('location') ?? '');
    expect(image.headers.get('content-type')).toBe('image/webp');
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/run.ts';
import type { Report } from '../../core/reports/report.ts';
import { reportFormatNames } from '../../core/reports/report-formats.ts';
import { fakeHost } from '../support/cli-host.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import { expectedOf, type Trial } from '../support/settings-oracle.ts';
import { type SettingsSite, serveSettingsSite } from '../support/settings-site.ts';
import { shownBy } from '../support/shown-findings.ts';
import { oftenTested, testRows } from './settings/rows.ts';

let service: TestService;
let key: TestKey;
let elsewhere: SettingsSite;
beforeAll(async () => {
  [service, elsewhere] = await Promise.all([sharedService(), serveSettingsSite(false)]);
  key = await service.key(await service.account());
});
afterAll(() => elsewhere?.stop());

testRows(oftenTested);

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

  /** Runs the command as a CI pipeline with annotations would. */
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
    // With --quiet the only output is the service's warning about the key, which expires in a day.
    expect(ended.stderr).toMatch(/^This value of the API key expires in .*\n$/);
    code = ended.code;
    scanId = JSON.parse(ended.stdout).scan.id;
    report = JSON.parse(await readFile(join(folder, 'flags.json'), 'utf8'));
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has all settings of the flags', () => {
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

  it('is shown again in color, with annotations unless they are turned off', async () => {
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

  it('reads the API URL from a trusted configuration file, and shows its source', async () => {
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

  it('returns its findings by every filter, with and without matches', async () => {
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

  it('is in the lists of its site by every filter, with and without matches', async () => {
    const ids = async (path: string) =>
      (await key.client.call('GET', `/sites/${siteId}${path}`)).json.items.map(
        (item: { id?: string; scanId?: string }) => item.id ?? item.scanId,
      );
    for (const list of ['/scans', '/trend']) {
      expect(await ids(`${list}?branch=feature`)).toEqual([scanId]);
      expect(await ids(`${list}?branch=nothere`)).toEqual([]);
      expect(await ids(`${list}?branch=feature&limit=1`)).toEqual([scanId]);
    }
    expect(await ids('/scans?limit=1')).toEqual([scanId]);
    // A pull request and another address are not the site itself.
    expect(await ids('/trend')).toEqual([]);
    expect(await ids('/scans?status=completed')).toEqual([scanId, baselineId]);
    expect(await ids('/scans?status=failed')).toEqual([]);
    expect(await ids('/scans?commit=bbbbbbb2')).toEqual([scanId]);
    expect(await ids('/scans?commit=ccccccc3')).toEqual([]);
    const { comparableKey } = report.comparison;
    const ofBranch = '/trend?branch=feature';
    expect(await ids(`${ofBranch}&comparableKey=${comparableKey}`)).toEqual([scanId]);
    expect(await ids(`${ofBranch}&comparableKey=0000000000000000`)).toEqual([]);
    const time = encodeURIComponent(report.scan.createdAt);
    expect(await ids(`${ofBranch}&from=${time}`)).toEqual([scanId]);
    expect(await ids(`${ofBranch}&to=${time}`)).toEqual([]);
  });

  it('has its report in every format and as a link, and its pictures', async () => {
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

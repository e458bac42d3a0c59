import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildLocalStart } from '../../../../cli/local/local-start.ts';
import { readUrls } from '../../../../cli/local/read-urls.ts';
import { type LocalScan, scanLocally } from '../../../../cli/local/scan-locally.ts';
import type { Outcome } from '../../../../cli/outcome/outcome.ts';
import { baselineReportSchema } from '../../../../core/comparison/baseline-report.ts';
import { failOnSchema } from '../../../../core/gate/fail-on.ts';
import { type Report, reportSchema } from '../../../../core/reports/report.ts';
import { reportFormatNames } from '../../../../core/reports/report-formats.ts';
import { type ScanConfig, scanConfigSchema } from '../../../../core/scans/scan-config.ts';
import { buildSuppression, type Suppression } from '../../../../core/suppressions/suppression.ts';
import { type FakePage, FakeScanner, pictureBytes } from './fake-scanner.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scan-locally-'));
});
afterEach(() => rm(folder, { recursive: true }));

const HOME = 'http://site.test';
const never = new AbortController().signal;

interface Options extends Partial<Omit<LocalScan, 'start' | 'config'>> {
  urls?: string[];
  config?: Partial<ScanConfig>;
  onProgress?: (done: number, known: number) => void;
  onWaiting?: (seconds: number) => void;
  /** The addresses that every name resolves to. */
  address?: string;
}

/** Scans a fake site without requesting its robots.txt. */
async function scan(site: Record<string, FakePage> | FakeScanner, options: Options = {}): Promise<Outcome> {
  const { urls = [`${HOME}/`], config: wish, onProgress, onWaiting, address = '10.0.0.1', ...rest } = options;
  const scanner = site instanceof FakeScanner ? site : new FakeScanner(site);
  const config = scanConfigSchema.parse({
    rules: ['wcag-aa', 'best-practice'],
    crawl: 'links',
    robots: 'ignore',
    ...wish,
  });
  return scanLocally(
    {
      start: buildLocalStart(readUrls(urls, 'The URL'), config),
      config,
      baseline: null,
      suppressions: [],
      allowedOrigins: [],
      chromium: {},
      sandbox: false,
      concurrency: 2,
      folder,
      signal: never,
      deadline: Number.POSITIVE_INFINITY,
      ...rest,
    },
    { progress: onProgress ?? (() => {}), waiting: onWaiting ?? (() => {}) },
    { scanChunk: scanner.scanChunk, resolve: async () => [{ address, family: 4 }] },
  );
}

const suppression = (
  at: number,
  match: Suppression['match'],
  expiresAt: string | null = null,
): Suppression => ({
  ...buildSuppression(
    { accountId: '', siteId: '', author: { keyId: 'local', name: 'file.json' } },
    { match, reason: 'Known', expiresAt },
    new Date(Date.now() - 1_000 + at),
  ),
});

function reportOf({ report, reason }: Outcome): Report {
  if (report === null) throw new Error(`there is no report: ${reason}`);
  return report;
}
const paths = (report: Report) => report.pages.map(({ requestedUrl }) => requestedUrl.replace(HOME, ''));
const fingerprints = (report: Report) =>
  report.violations.flatMap(({ nodes }) => nodes.map(({ fingerprint }) => fingerprint)).sort();

/** A site of three depths whose pages take different times. */
const wide: Record<string, FakePage> = {
  [`${HOME}/`]: { links: ['/c', '/b', '/a', '/'].map((path) => HOME + path), faults: ['logo'] },
  [`${HOME}/a`]: { links: [`${HOME}/deep/2`, `${HOME}/gone`], faults: ['logo', 'picture'], takes: 20 },
  [`${HOME}/b`]: { links: [`${HOME}/deep/1`], faults: ['logo'], takes: 1 },
  [`${HOME}/c`]: { links: [`${HOME}/a`, 'http://elsewhere.test/'], takes: 9 },
  [`${HOME}/deep/1`]: { faults: ['map'] },
  [`${HOME}/deep/2`]: { leadsTo: `${HOME}/b` },
};

describe('a local scan', () => {
  it('reports the pages of the site depth by depth, in the order of their URLs', async () => {
    const scanner = new FakeScanner(wide);
    const outcome = await scan(scanner);
    const report = reportOf(outcome);
    expect(paths(report)).toEqual(['/', '/a', '/b', '/c', '/gone', '/deep/1', '/deep/2']);
    expect(report.pages.map(({ depth }) => depth)).toEqual([0, 1, 1, 1, 2, 2, 2]);
    expect(report.pages.map(({ outcome: end }) => end)).toEqual([
      'scanned',
      'scanned',
      'scanned',
      'scanned',
      'http-error',
      'scanned',
      'duplicate-redirect',
    ]);
    expect(scanner.opened.map(({ url }) => url)).not.toContain('http://elsewhere.test/');
    expect(outcome).toMatchObject({ where: 'local', siteId: null, status: 'completed', reason: null });
    expect(outcome.scanId).toBe(report.scan.id);
  });

  it('builds a report that matches the published schema, without a trigger and without a site of the service', async () => {
    const start = `${HOME}/?token=geheim`;
    const report = reportOf(await scan({ [start]: { faults: ['logo'] } }, { urls: [start] }));
    expect(reportSchema.parse(report)).toEqual(report);
    expect(report.scan).toMatchObject({ requestId: null, status: 'completed', incomplete: false });
    expect(report.site).toEqual({ id: null, name: 'site.test', url: `${HOME}/?token=[redacted]` });
  });

  it('finds the same with any number of browsers and any duration of pages', async () => {
    const reversed = Object.fromEntries(
      Object.entries(wide).map(([url, page]) => [url, { ...page, takes: 20 - (page.takes ?? 0) }]),
    );
    const one = reportOf(await scan(wide, { concurrency: 1 }));
    const four = reportOf(await scan(reversed, { concurrency: 4 }));
    expect(paths(four)).toEqual(paths(one));
    expect(four.violations).toEqual(one.violations);
    expect(four.issueGroups).toEqual(one.issueGroups);
    expect(four.summary).toEqual(one.summary);
  });

  it('distributes the pages of a depth to browsers, up to their maximum', async () => {
    const links = Array.from({ length: 60 }, (_, index) => `${HOME}/${index}`);
    const pages = Object.fromEntries(links.map((url) => [url, { takes: 1 }]));
    const scanner = new FakeScanner({ ...pages, [`${HOME}/`]: { links } });
    const report = reportOf(await scan(scanner, { concurrency: 3, config: { maxPages: 41 } }));
    expect(scanner.most).toBe(3);
    expect(report.pages).toHaveLength(41);
    expect(new Set(scanner.opened.map(({ url }) => url)).size).toBe(41);
    expect(report.crawl.notAttempted).toMatchObject({ count: 20, byReason: { limit: 20 } });
  });

  it('launches no browser for only one of several pages', async () => {
    const urls = ['/', '/a', '/b', '/c', '/deep/1'].map((path) => HOME + path);
    const scanner = new FakeScanner(wide);
    await scan(scanner, { urls, concurrency: 4, config: { crawl: 'none' } });
    expect(scanner.jobs.map(({ pages }) => pages.length)).toEqual([3, 2]);
  });

  it('scans further URLs as listed pages, also on other origins, and each page once', async () => {
    const scanner = new FakeScanner({
      [`${HOME}/`]: { faults: ['logo'] },
      [`${HOME}/listed`]: {},
      'http://other.test/x': { links: ['http://other.test/y'], faults: ['logo'] },
    });
    const urls = [`${HOME}/`, `${HOME}/listed`, 'http://other.test/x', `${HOME}/listed/#part`, `${HOME}/`];
    const report = reportOf(await scan(scanner, { urls }));
    expect(paths(report)).toEqual(['/', '/listed', 'http://other.test/x']);
    expect(scanner.opened.map(({ identity }) => identity)).toEqual(['/', '/listed', 'other.test/x']);
    const again = reportOf(
      await scan(
        {
          [`${HOME}/`]: { faults: ['logo'] },
          [`${HOME}/listed`]: {},
          'http://other.test/x': { faults: ['logo'] },
        },
        { urls: [`${HOME}/`, 'http://other.test/x', `${HOME}/listed`] },
      ),
    );
    expect(fingerprints(again)).toEqual(fingerprints(report));
  });

  it('follows no links if crawling is off, and accepts the expected status of the start URL', async () => {
    const scanner = new FakeScanner(wide);
    await scan(scanner, {
      urls: [`${HOME}/`, `${HOME}/a`],
      config: { crawl: 'none', expect: { status: 404 } },
    });
    expect(scanner.opened.map(({ url, expectStatus }) => [url, expectStatus])).toEqual([
      [`${HOME}/`, 404],
      [`${HOME}/a`, undefined],
    ]);
  });

  it('allows connections to the given destinations, and otherwise only to the public web', async () => {
    const scanner = new FakeScanner(wide);
    await scan(scanner, { allowedOrigins: [new URL('http://localhost:4000')] });
    expect(scanner.options[0]?.egress).toEqual({
      loopbackPorts: 'none',
      blockedPorts: [],
      ports: [80, 443],
      namedHosts: [
        { host: 'site.test', port: 80, addresses: [{ address: '10.0.0.1', family: 4 }] },
        { host: 'localhost', port: 4000, addresses: [{ address: '10.0.0.1', family: 4 }] },
      ],
    });
  });

  it('reports refused destinations', async () => {
    const scanner = new FakeScanner(wide);
    const scanChunk: typeof scanner.scanChunk = async (job, events, options) => {
      options.onRefused?.({ host: '127.0.0.1', port: 4000 }, ['127.0.0.1']);
      return scanner.scanChunk(job, events, options);
    };
    const outcome = await scan(Object.assign(new FakeScanner({}), { scanChunk }));
    expect(outcome.notes).toEqual([expect.stringContaining('--allow-origin http://127.0.0.1:4000')]);
  });

  it('reports progress that never decreases', async () => {
    const progress: [number, number][] = [];
    await scan(wide, { onProgress: (done, known) => progress.push([done, known]) });
    expect(progress[0]).toEqual([0, 1]);
    expect(progress.at(-1)).toEqual([7, 7]);
    const dones = progress.map(([done]) => done);
    expect(dones).toEqual(dones.toSorted((a, b) => a - b));
  });

  it('writes every format of the report, with pictures in those that show them', async () => {
    const element = { x: 0, y: 0, width: 1, height: 1 };
    const picture = { id: `pic_${'0'.repeat(64)}`, width: 1, height: 1, element };
    const outcome = await scan(new FakeScanner(wide, { picture }));
    const rendered = new Map<string, string>();
    for (const format of reportFormatNames) {
      rendered.set(format, (await Array.fromAsync(outcome.renderReport(format))).join(''));
    }
    expect(JSON.parse(rendered.get('json') ?? '').scan.id).toBe(outcome.scanId);
    expect(rendered.get('html')).toContain(pictureBytes.toString('base64'));
    expect([...rendered].filter(([, text]) => text === '')).toEqual([]);
  });
});

describe('the baseline of a local scan', () => {
  const before: Record<string, FakePage> = {
    [`${HOME}/`]: { links: [`${HOME}/a`], faults: ['logo', 'banner'] },
    [`${HOME}/a`]: { faults: ['logo'] },
  };
  const after: Record<string, FakePage> = {
    [`${HOME}/`]: { links: [`${HOME}/a`, `${HOME}/b`], faults: ['logo', 'advert'] },
    [`${HOME}/a`]: { faults: ['logo'] },
    [`${HOME}/b`]: { faults: ['logo'] },
  };

  it('separates new, unchanged and fixed findings, and the gate counts the new ones', async () => {
    const baseline = baselineReportSchema.parse(reportOf(await scan(before)));
    const report = reportOf(await scan(after, { baseline, config: { failOn: failOnNew } }));
    expect(report.comparison).toMatchObject({
      baseline: { scanId: baseline.scan.id, createdAt: baseline.scan.createdAt },
      whyNone: null,
      violations: { new: 2, unchanged: 2, regressed: 0, unknown: 0 },
      fixed: { count: 1 },
      notSeenAgain: { count: 0 },
    });
    expect(report.gate).toMatchObject({ result: 'failed', counted: { new: 2 } });
  });

  it('leads to no new findings if nothing changed', async () => {
    const baseline = baselineReportSchema.parse(reportOf(await scan(before)));
    const report = reportOf(await scan(before, { baseline, config: { failOn: failOnNew } }));
    expect(report.comparison).toMatchObject({ violations: { new: 0, unchanged: 3 }, fixed: { count: 0 } });
    expect(report.gate.result).toBe('passed');
  });

  it('provides no earlier pictures, so that those of unchanged findings are taken again', async () => {
    const baseline = baselineReportSchema.parse(reportOf(await scan(before)));
    const scanner = new FakeScanner(after);
    await scan(scanner, { baseline });
    expect(scanner.opened.map(({ known }) => known)).toEqual([undefined, undefined, undefined]);
  });

  it('is missing in the report if none is given', async () => {
    const report = reportOf(await scan(before));
    expect(report.comparison).toMatchObject({
      baseline: null,
      whyNone: expect.stringContaining('--baseline'),
      violations: { unknown: 3 },
    });
  });
});

const failOnNew = { new: 'minor', review: false, minCoverage: 90, onNoBaseline: 'report' } as const;

describe('a local scan with errors', () => {
  it('fails, with the reason, if no page could be scanned', async () => {
    const outcome = await scan({ [`${HOME}/`]: { outcome: 'connection-refused' } });
    expect(outcome).toMatchObject({ status: 'failed', report: null });
    expect(outcome.reason).toContain(`${HOME}/: It is connection-refused. Check that the server is running`);
    expect(() => outcome.renderReport('json')).toThrow(/no report/);
  });

  it('retries pages after the pause that their server requests', async () => {
    const waits: number[] = [];
    const scanner = new FakeScanner({ ...wide, [`${HOME}/a`]: { deferrals: 1, faults: ['picture'] } });
    const report = reportOf(await scan(scanner, { onWaiting: (seconds) => waits.push(seconds) }));
    expect(waits).toEqual([1]);
    expect(report.pages.find(({ requestedUrl }) => requestedUrl === `${HOME}/a`)).toMatchObject({
      outcome: 'scanned',
      attempts: 1,
    });
    expect(scanner.opened.filter(({ url }) => url === `${HOME}/b`)).toHaveLength(1);
  });

  it('does not wait for a pause that exceeds the remaining time', async () => {
    const scanner = new FakeScanner({ [`${HOME}/`]: { deferrals: 1 } });
    await expect(scan(scanner, { deadline: Date.now() - 1 })).rejects.toMatchObject({
      name: 'PauseTooLongError',
      seconds: 1,
    });
    expect(scanner.opened).toHaveLength(1);
  });

  it('ends with the reason of its signal, while pages are scanned and while it waits', async () => {
    const controller = new AbortController();
    const stuck = scan({ [`${HOME}/`]: { takes: 3_600_000 } }, { signal: controller.signal });
    const waiting = scan(
      { [`${HOME}/`]: { deferrals: 1 } },
      { signal: controller.signal, onWaiting: () => controller.abort(new Error('enough')) },
    );
    await expect(waiting).rejects.toThrow('enough');
    await expect(stuck).rejects.toThrow('enough');
  });

  it('ends with the reason of its signal while robots.txt is requested', async () => {
    const controller = new AbortController();
    const silent = createServer(() => controller.abort(new Error('enough')));
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as AddressInfo;
    const scanner = new FakeScanner({});
    try {
      const config = { robots: 'obey' } as const;
      const urls = [`http://site.test:${port}/`];
      const scanning = scan(scanner, { urls, config, signal: controller.signal, address: '127.0.0.1' });
      await expect(scanning).rejects.toThrow('enough');
      expect(scanner.opened).toEqual([]);
    } finally {
      silent.close();
      silent.closeAllConnections();
    }
  });

  it('ends all browsers if one of them fails with an internal error, and throws that error', async () => {
    const links = Array.from({ length: 20 }, (_, index) => `${HOME}/${index}`);
    const scanner = new FakeScanner(Object.fromEntries(links.map((url) => [url, { takes: 3_600_000 }])));
    let calls = 0;
    const scanChunk: typeof scanner.scanChunk = async (job, events, options) => {
      calls += 1;
      if (calls === 2) throw new Error('the browser does not start');
      return scanner.scanChunk(job, events, options);
    };
    const broken = Object.assign(new FakeScanner({}), { scanChunk });
    await expect(scan(broken, { urls: links })).rejects.toThrow('the browser does not start');
    expect(scanner.options.every(({ signal }) => signal?.aborted)).toBe(true);
  });

  it('ends with a usage error if more pages are given than it may have', async () => {
    const urls = [`${HOME}/`, `${HOME}/a`, `${HOME}/b`];
    await expect(scan(wide, { urls, config: { maxPages: 2 } })).rejects.toMatchObject({
      exitStatus: 'usage',
      code: 'too-many-pages',
    });
  });
});

describe('suppressions of a local scan', () => {
  const site = {
    [`${HOME}/`]: { links: [`${HOME}/b`], faults: ['a', 'b'] },
    [`${HOME}/b`]: { faults: ['c'] },
  };
  const past = new Date(Date.now() - 86_400_000).toISOString();

  it('exclude findings from counts and gate; each finding is counted for the first suppression that matches', async () => {
    const suppressions = [
      suppression(0, { rule: 'image-alt', page: '/b' }),
      suppression(1, { rule: 'image-alt' }),
      suppression(2, { rule: 'label' }),
    ];
    const config = { failOn: failOnSchema.parse({ any: 'minor' }) };
    expect(reportOf(await scan(site, { config })).gate.result).toBe('failed');
    const outcome = await scan(site, { config, suppressions });
    const report = reportOf(outcome);
    expect(report.gate.result).toBe('passed');
    expect(report.summary.suppressed.violations.elements).toBe(3);
    expect(outcome.notes).toEqual([
      'The suppression of rule image-alt, page /b (Known) excluded 1 finding from the count.',
      'The suppression of rule image-alt (Known) excluded 2 findings from the count.',
      'The suppression of rule label (Known) matches no finding of this scan.',
    ]);
  });

  it('that have expired are reported, and their findings count', async () => {
    const suppressions = [suppression(0, { rule: 'image-alt' }, past)];
    const outcome = await scan(site, { suppressions });
    expect(reportOf(outcome).summary.violations.elements).toBe(3);
    expect(outcome.notes).toEqual([
      `The suppression of rule image-alt (Known) expired on ${past.slice(0, 10)}: it no longer suppresses findings.`,
    ]);
  });

  it('by selector are sent to the pages, without expired ones', async () => {
    const scanner = new FakeScanner(site);
    await scan(scanner, {
      suppressions: [suppression(0, { selector: '#chat' }), suppression(1, { selector: '.old' }, past)],
    });
    expect(scanner.jobs.map(({ marks }) => marks)).toContainEqual(['#chat']);
  });

  it('are listed one by one up to twenty', async () => {
    const suppressions = Array.from({ length: 23 }, (_, at) => suppression(at, { page: `/p${at}` }));
    const { notes } = await scan(site, { suppressions });
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toBe('3 further suppressions: see the report.');
  });
});

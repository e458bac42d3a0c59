import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../core/reports/report.ts';
import { isSiteCheck } from '../../../core/site-checks/site-checks.ts';
import { faultsFound, listKnownFaults, serveDemoSite } from '../../support/demo-site.ts';
import { scanPages } from '../reports/scan-pages.ts';
import { document, picture, type Ran, serve, useLocalRuns, useSuppressions } from './local-runs.ts';

const { runLocal, readReport, folder, temporary } = useLocalRuns();

describe('a local scan of the demo site', () => {
  let demo: Awaited<ReturnType<typeof serveDemoSite>>;
  let ran: Ran;
  let report: Report;

  beforeAll(async () => {
    demo = await serveDemoSite();
    const outputs = ['--output', 'json=demo.json', '--output', 'html=demo.html'];
    ran = await runLocal([
      demo.url,
      '--no-config',
      '--rules',
      'wcag-aa,best-practice',
      '--concurrency',
      '2',
      ...outputs,
    ]);
    report = await readReport('demo.json');
  });
  afterAll(() => demo.stop());

  it('finds exactly the known faults, on all pages', async () => {
    expect(faultsFound(report)).toEqual(await listKnownFaults());
    expect(report.pages.map(({ requestedUrl }) => new URL(requestedUrl).pathname).sort()).toEqual(
      ['/', ...demo.pages].sort(),
    );
    expect(report.pages.filter(({ outcome }) => outcome !== 'scanned')).toEqual([]);
  });

  it('exits by the gate, which counts all findings without a baseline', () => {
    expect(ran.code).toBe(1);
    expect(ran.document).toMatchObject({
      ending: 'failed',
      exitCode: 1,
      scan: { id: report.scan.id, siteId: null, status: 'completed', reason: null },
      gate: { result: 'failed', reasons: [{ code: 'any' }] },
    });
  });

  it('shows pictures in the HTML format', async () => {
    expect(report.violations.some(({ nodes }) => nodes.some((node) => node.picture !== null))).toBe(true);
    expect(await readFile(join(folder(), 'demo.html'), 'utf8')).toContain('data:image/webp;base64,');
  });

  it('gives findings the same fingerprints as a chunk of the service, regardless of how the pages were discovered', async () => {
    const served = {
      url: demo.url.replace(/\/$/, ''),
      port: Number(new URL(demo.url).port),
      close: demo.stop,
    };
    const some = ['/', demo.pages[0] ?? expect.unreachable()];
    const ofService = await scanPages(served, some, ['wcag-aa', 'best-practice']);
    const urls = some.map((path) => new URL(path, demo.url).href);
    // Checks that compare the pages of a scan find less on fewer pages.
    const fingerprints = ({ violations, needsReview }: Report) =>
      [...violations, ...needsReview]
        .filter(({ ruleId }) => !isSiteCheck(ruleId))
        .flatMap(({ ruleId, nodes }) =>
          nodes
            .filter(({ url }) => urls.includes(url))
            .map(({ url, fingerprint }) => `${ruleId} ${url} ${fingerprint}`),
        )
        .sort();
    expect(fingerprints(report)).toEqual(fingerprints(ofService));
    expect(fingerprints(report).some((line) => line.endsWith('null'))).toBe(false);
  });

  it('leaves no file behind', async () => {
    expect(await readdir(temporary())).toEqual([]);
  });
});

describe('a local scan with a report as baseline', () => {
  it('shows the pictures of unchanged findings, although the report has no images', async () => {
    const site = await serve(() => ({ body: document('One picture', picture('logo')) }));
    try {
      const before = ['--output', 'json=one.json', '--output', 'html=one.html'];
      expect((await runLocal([`${site.origin}/`, ...before])).code).toBe(1);
      const after = ['--baseline', 'one.json', '--output', 'json=two.json', '--output', 'html=two.html'];
      expect((await runLocal([`${site.origin}/`, ...after])).code).toBe(0);
      const [one, two] = await Promise.all(['one.json', 'two.json'].map(readReport));
      expect(two?.violations[0]?.nodes[0]).toMatchObject({
        state: 'unchanged',
        picture: one?.violations[0]?.nodes[0]?.picture ?? {},
      });
      for (const name of ['one.html', 'two.html'])
        expect(await readFile(join(folder(), name), 'utf8')).toContain('<img src="data:image/webp;base64,');
    } finally {
      await site.stop();
    }
  });
});

describe('a gate on new findings', () => {
  it('passes if nothing is new since the report of an earlier scan, although a page leads to another site', async () => {
    const elsewhere = await serve(() => ({ body: document('Elsewhere', '') }));
    const site = await serve((path) => {
      if (path === '/') return { body: document('Home', `<a href="/moved">On</a>${picture('logo')}`) };
      if (path === '/moved') return { status: 302, headers: { Location: `${elsewhere.origin}/` } };
      return { status: 404 };
    });
    const scan = (...flags: string[]) =>
      runLocal([`${site.origin}/`, '--allow-origin', elsewhere.origin, ...flags]);
    try {
      expect((await scan('--output', 'json=earlier.json')).code).toBe(1);
      const gate = ['--fail-on', 'new=minor', '--fail-on', 'min-coverage=50'];
      const again = await scan('--baseline', 'earlier.json', ...gate);
      expect(again).toMatchObject({ code: 0, document: { ending: 'passed' } });
    } finally {
      await site.stop();
      await elsewhere.stop();
    }
  });
});

describe('suppressions from a file', () => {
  const siteOf = useSuppressions(folder);

  it('are set by the configuration too, and a gate fails on findings that they do not match', async () => {
    const flags = ['--config', 'suppressing.json', '--fail-on', 'any=serious'];
    const { code, document: output } = await runLocal([`${siteOf().origin}/`, ...flags]);
    expect(code).toBe(1);
    expect(output.gate).toMatchObject({ counted: { findings: 1, suppressed: 2 } });
  });

  it('exclude no finding that they do not match', async () => {
    const { code } = await runLocal([`${siteOf().origin}/`, '--rules', 'wcag-aa', '--fail-on', 'total=1']);
    expect(code).toBe(1);
  });
});

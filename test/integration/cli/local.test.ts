import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/run.ts';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { fakeHost } from '../../support/cli-host.ts';
import { faultsFound, listKnownFaults, serveDemoSite } from '../../support/demo-site.ts';
import { scanPages } from '../reports/scan-pages.ts';

let folder: string;
let temporary: string;
const usual = process.env.TMPDIR;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-test-'));
  temporary = join(folder, 'tmp');
  await mkdir(temporary);
  process.env.TMPDIR = temporary;
  await writeFile(join(folder, AXE_ONLY), JSON.stringify({ config: { checks: 'axe' } }));
});
afterAll(async () => {
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  await rm(folder, { recursive: true });
});

interface Ran {
  code: number;
  /** The output of `--json`. */
  document: Record<string, unknown> & { notes?: string[]; scan?: { reason: string | null } };
  stderr: string;
}

/** The configuration of scans that do not depend on the checks of the service itself, which take most of the time. */
const AXE_ONLY = 'axe-only.json';

/**
 * Runs `a11y-scan local … --json` in the folder of the test, with axe only unless the arguments name a configuration.
 * @param onStart gets the function that interrupts the run
 */
async function runLocal(args: string[], onStart: (interrupt: () => void) => void = () => {}): Promise<Ran> {
  const { host, stdout, stderr, interrupt } = fakeHost({ env: {}, cwd: folder });
  onStart(interrupt);
  const config = args.some((arg) => /^--(no-)?config$/.test(arg)) ? [] : ['--config', AXE_ONLY];
  const code = await run(['local', ...args, ...config, '--json', '--quiet'], host);
  return { code, document: JSON.parse(stdout()), stderr: stderr() };
}

async function readReport(name: string): Promise<Report> {
  return reportSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
}

/** Serves a handler that gets the path, and counts the connections. */
async function serve(answer: (path: string) => { status?: number; headers?: object; body?: string } | null) {
  let connections = 0;
  const server: Server = createServer((request, response) => {
    const given = answer(request.url ?? '/');
    if (given === null) return;
    const { status = 200, headers = {}, body = '' } = given;
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    connections: () => connections,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

const document = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
const picture = (name: string) =>
  `<img id="${name}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20">`;

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
    expect(await readFile(join(folder, 'demo.html'), 'utf8')).toContain('data:image/webp;base64,');
  });

  it('gives findings the same fingerprints as a chunk of the service, regardless of how the pages were discovered', async () => {
    const served = {
      url: demo.url.replace(/\/$/, ''),
      port: Number(new URL(demo.url).port),
      close: demo.stop,
    };
    const ofService = await scanPages(served, ['/', ...demo.pages], ['wcag-aa', 'best-practice']);
    const fingerprints = ({ violations, needsReview }: Report) =>
      [...violations, ...needsReview]
        .flatMap(({ ruleId, nodes }) =>
          nodes.map(({ url, fingerprint }) => `${ruleId} ${url} ${fingerprint}`),
        )
        .sort();
    expect(fingerprints(report)).toEqual(fingerprints(ofService));
    expect(fingerprints(report).some((line) => line.endsWith('null'))).toBe(false);
  });

  it('leaves no file behind', async () => {
    expect(await readdir(temporary)).toEqual([]);
  });
});

describe('a local scan of a site that requests internal addresses', () => {
  /** Requests of every page of the site to another port, of every kind. */
  const reach = (to: string) =>
    `<img src="${to}/picture.png" alt="x"><iframe title="x" src="${to}/frame"></iframe>
    <script>fetch('${to}/fetch', { mode: 'no-cors' }).catch(() => 0); new WebSocket('${to.replace('http', 'ws')}/socket');</script>`;
  let inside: Awaited<ReturnType<typeof serve>>;
  let site: Awaited<ReturnType<typeof serve>>;
  let shown = picture('before');

  beforeAll(async () => {
    inside = await serve(() => ({ body: document('Inside', 'secret') }));
    site = await serve((path) => {
      if (path === '/')
        return { body: document('Home', `<a href="/moved">On</a>${shown}${reach(inside.origin)}`) };
      if (path === '/moved') return { status: 302, headers: { Location: `${inside.origin}/` } };
      return { status: 404, body: 'Not found' };
    });
  });
  afterAll(async () => {
    await site.stop();
    await inside.stop();
  });

  it('connects only to the given origin, for subresources and redirects too, and reports refused destinations', async () => {
    const { code, document: output } = await runLocal([`${site.origin}/`, '--output', 'json=before.json']);
    expect(inside.connections()).toBe(0);
    expect(code).toBe(1);
    const report = await readReport('before.json');
    expect(report.pages.map(({ outcome }) => outcome)).toEqual(['partially-scanned', 'blocked-address']);
    expect(output.notes).toEqual([
      expect.stringContaining(
        `127.0.0.1:${inside.port}. If the pages need them, allow them: --allow-origin ${inside.origin}`,
      ),
    ]);
  });

  it('allows an additional origin, and counts only findings that are new since the baseline', async () => {
    shown = `${picture('after')}${picture('another')}`;
    const { code, document: output } = await runLocal([
      `${site.origin}/`,
      ...['--allow-origin', inside.origin, '--baseline', 'before.json', '--output', 'json=after.json'],
    ]);
    expect(inside.connections()).toBeGreaterThan(0);
    expect(output.notes).toEqual([]);
    expect(code).toBe(1);
    const report = await readReport('after.json');
    expect(report.comparison.baseline?.scanId).toBe((await readReport('before.json')).scan.id);
    expect(report.comparison.violations).toMatchObject({ new: 2, unchanged: 0 });
    expect(report.comparison.fixed.count).toBe(1);
    const again = await runLocal([
      `${site.origin}/`,
      ...['--allow-origin', inside.origin, '--baseline', 'after.json'],
      // The redirect to the internal address now counts as a redirect to another site.
      ...['--fail-on', 'new=minor', '--fail-on', 'min-coverage=50'],
    ]);
    expect(again).toMatchObject({ code: 0, document: { ending: 'passed' } });
  });

  it('rejects a baseline with other settings before it opens any page', async () => {
    const before = site.connections();
    const ran = await runLocal([`${site.origin}/`, '--baseline', 'before.json', '--viewport', 'mobile']);
    expect(ran.code).toBe(2);
    expect(ran.document).toMatchObject({ error: { code: 'baseline-not-comparable' } });
    expect(site.connections()).toBe(before);
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
        expect(await readFile(join(folder, name), 'utf8')).toContain('<img src="data:image/webp;base64,');
    } finally {
      await site.stop();
    }
  });
});

describe('a local scan that fails', () => {
  it('reports that the server does not run', async () => {
    const gone = await serve(() => null);
    await gone.stop();
    const { code, document: output } = await runLocal([`${gone.origin}/`]);
    expect(code).toBe(3);
    expect(output.scan?.reason).toContain(
      `127.0.0.1:${gone.port} refused the connection. Check that the server is running`,
    );
    expect(await readdir(temporary)).toEqual([]);
  });

  it('ends at once when it is interrupted or its time is up, and leaves neither file nor browser', async () => {
    let interrupt = () => {};
    const stuck = await serve((path) => {
      if (path === '/robots.txt') return { status: 404 };
      interrupt();
      return null;
    });
    try {
      const interrupted = await runLocal([`${stuck.origin}/`, '--crawl', 'links'], (by) => {
        interrupt = by;
      });
      expect(interrupted).toMatchObject({ code: 130, document: { ending: 'interrupted' } });
      interrupt = () => {};
      const late = await runLocal([`${stuck.origin}/`, '--crawl', 'links', '--timeout', '3s']);
      expect(late).toMatchObject({ code: 4, document: { ending: 'timeout' } });
      expect(await readdir(temporary)).toEqual([]);
      expect(await listBrowserProcesses(temporary)).toEqual([]);
    } finally {
      await stuck.stop();
    }
  });
});

/** Returns the command lines of processes that contain a folder. */
async function listBrowserProcesses(folder: string): Promise<string[]> {
  const lines = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder));
}

describe('suppressions from a file', () => {
  let site: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    site = await serve((path) =>
      path === '/'
        ? {
            body: document(
              'Home',
              `${picture('own')}<div id="chat">${picture('theirs')}</div><a href="/b">B</a>`,
            ),
          }
        : path === '/b'
          ? { body: document('B', picture('other')) }
          : { status: 404 },
    );
    await writeFile(
      join(folder, 'suppressions.json'),
      JSON.stringify([
        { match: { selector: '#chat' }, reason: 'Theirs' },
        { match: { rule: 'image-alt', page: '/b' }, reason: 'Later' },
        { match: { selector: '#gone' }, reason: 'Was there once' },
        { match: { rule: 'image-alt' }, reason: 'Was accepted', expiresAt: '2026-01-01T00:00:00Z' },
      ]),
    );
    const settings = { suppressions: 'suppressions.json', config: { rules: ['wcag-aa'], checks: 'axe' } };
    await writeFile(join(folder, 'suppressing.json'), JSON.stringify(settings));
  });
  afterAll(() => site.stop());

  it('exclude matching findings from the counts, of pages too, and each reports its effect', async () => {
    const flags = [
      '--config',
      'suppressing.json',
      '--fail-on',
      'total=1',
      '--output',
      'json=suppressed.json',
    ];
    const { code, document: output } = await runLocal([`${site.origin}/`, ...flags]);
    expect(output.notes).toEqual([
      'The suppression of selector #chat (Theirs) excluded 1 finding from the count.',
      'The suppression of rule image-alt, page /b (Later) excluded 1 finding from the count.',
      'The suppression of selector #gone (Was there once) matches no finding of this scan.',
      'The suppression of rule image-alt (Was accepted) expired on 2026-01-01: it no longer suppresses findings.',
    ]);
    expect(code).toBe(0);
    const report = await readReport('suppressed.json');
    expect(report.summary.violations.elements).toBe(1);
    const counted = report.violations.flatMap(({ nodes }) => nodes).filter((node) => !node.suppressedBy);
    expect(counted.map(({ path }) => path)).toEqual([['#own']]);
  });

  it('are set by a flag too, and a gate fails on findings that they do not match', async () => {
    const flags = ['--suppressions', 'suppressions.json', '--rules', 'wcag-aa', '--fail-on', 'any=serious'];
    const { code, document: output } = await runLocal([`${site.origin}/`, ...flags]);
    expect(code).toBe(1);
    expect(output.gate).toMatchObject({ counted: { findings: 1, suppressed: 2 } });
  });

  it('exclude no finding that they do not match', async () => {
    const { code } = await runLocal([`${site.origin}/`, '--rules', 'wcag-aa', '--fail-on', 'total=1']);
    expect(code).toBe(1);
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document, picture, serve, useLocalRuns, useSuppressions } from './local-runs.ts';

const { runLocal, readReport, folder, temporary } = useLocalRuns();

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
        `127.0.0.1:${inside.port}. The authors of the pages chose these addresses. If they are yours and the pages need them, allow them: --allow-origin ${inside.origin}`,
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
  });

  it('ends a page that needs more memory than allowed, and does not pass', async () => {
    const filled = await serve(() => ({
      body: document(
        'Filled',
        '<script>for (window.kept = [];;) kept.push(new Uint8Array(2e6).fill(1))</script>',
      ),
    }));
    const { code, document: output } = await runLocal([`${filled.origin}/`, '--memory', '600']);
    await filled.stop();
    expect(code).toBe(3);
    expect(JSON.stringify(output)).toContain('The page needed more than 600 MB of memory');
  });

  it('rejects a baseline with other settings before it opens any page', async () => {
    const before = site.connections();
    const ran = await runLocal([`${site.origin}/`, '--baseline', 'before.json', '--viewport', 'mobile']);
    expect(ran.code).toBe(2);
    expect(ran.document).toMatchObject({ error: { code: 'baseline-not-comparable' } });
    expect(site.connections()).toBe(before);
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
    expect(await readdir(temporary())).toEqual([]);
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
      expect(await readdir(temporary())).toEqual([]);
      expect(await listBrowserProcesses(temporary())).toEqual([]);
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
  const siteOf = useSuppressions(folder);

  it('exclude matching findings from the counts, of pages too, and each reports its effect', async () => {
    const flags = [
      ...['--suppressions', 'suppressions.json', '--rules', 'wcag-aa', '--fail-on', 'total=1'],
      ...['--concurrency', '2', '--output', 'json=suppressed.json', '--output', 'html=suppressed.html'],
    ];
    const { code, document: output } = await runLocal([`${siteOf().origin}/`, ...flags]);
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
    expect(await readFile(join(folder(), 'suppressed.html'), 'utf8')).toContain('data:image/webp;base64,');
    expect(await readdir(temporary())).toEqual([]);
  });
});

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodesOf, page, type Site, scan, serve } from './harness.ts';
import { browsersIn, killBrowsersIn } from './processes.ts';

let site: Site;
let workDir: string;
let crashes = 0;
/** Of each job that was at work when a page was looked at, what its browsers keep. */
let profiles: string[][] = [];

beforeAll(async () => {
  site = await serve({
    '/good': page('<img src="a.png">'),
    '/crash-once': (_request, response) => {
      crashes += 1;
      if (crashes === 1) killBrowsersIn(workDir);
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<img src="a.png">'));
    },
    '/look': (_request, response) => {
      profiles = readdirSync(workDir).map((job) => readdirSync(join(workDir, job)));
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<p>x</p>'));
    },
    '/crash': () => killBrowsersIn(workDir),
    '/busy': page('<script>fetch("/held", { keepalive: true }); while (true) {}</script>'),
    '/held': (_request, response) => response.end(),
  });
});
afterAll(() => site.close());
beforeEach(() => {
  workDir = mkdtempSync(join(tmpdir(), 'scanner-life-'));
});
afterEach(() => {
  killBrowsersIn(workDir);
  rmSync(workDir, { recursive: true, force: true });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}

describe('the life of the browser', () => {
  it('tries a page that took the browser down once more in a fresh one', async () => {
    const { results, started } = await scan([site.url('/crash-once'), site.url('/good')], { workDir });
    expect(results.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
      ['scanned', 2],
      ['scanned', 1],
    ]);
    expect(started.map(({ pageId, attempt }) => [pageId, attempt])).toEqual([
      ['page_0', 1],
      ['page_0', 2],
      ['page_1', 1],
    ]);
  });

  it('loses neither neighbour of a page that takes the browser down in the middle of a chunk', async () => {
    for (const [path, outcome] of [
      ['/crash-once', 'scanned'],
      ['/crash', 'crashed'],
    ] as const) {
      crashes = 0;
      const urls = ['/good?before', path, '/good?after'].map(site.url);
      const { results, started, notReached } = await scan(urls, { workDir });
      expect(results.map((result) => [result.pageId, result.outcome, result.attempt])).toEqual([
        ['page_0', 'scanned', 1],
        ['page_1', outcome, 2],
        ['page_2', 'scanned', 1],
      ]);
      expect(nodesOf(results[2])).toEqual(nodesOf(results[0]));
      expect(nodesOf(results[0])).toEqual(['image-alt ["img"]']);
      expect(started.map(({ pageId }) => pageId)).toEqual(['page_0', 'page_1', 'page_1', 'page_2']);
      expect(notReached).toEqual([]);
    }
  });

  it('gives up a page that takes the browser down twice and scans the next', async () => {
    const { results } = await scan([site.url('/crash'), site.url('/good')], { workDir });
    expect(results.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
      ['crashed', 2],
      ['scanned', 1],
    ]);
    expect(nodesOf(results[1])).toEqual(['image-alt ["img"]']);
  });

  it('keeps nothing of a browser that was taken down', async () => {
    await scan([site.url('/crash'), site.url('/crash'), site.url('/look')], { workDir });
    expect(profiles).toEqual([[expect.stringMatching(/^browser-/)]]);
  });

  it('has no third attempt for a page that is handed in with its second', async () => {
    const { results, started } = await scan([site.url('/crash')], { workDir, attempt: 2 });
    expect(results.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([['crashed', 2]]);
    expect(started).toHaveLength(1);
  });

  it('hands back what it has no time for', async () => {
    let left = 100_000;
    const { results, notReached } = await scan([site.url('/good'), site.url('/good'), site.url('/good')], {
      workDir,
      pageTimeoutMs: 20_000,
      deadline: () => {
        left -= 50_000;
        return left;
      },
    });
    expect(results.map(({ pageId }) => pageId)).toEqual(['page_0']);
    expect(notReached.map(({ pageId, attempt }) => [pageId, attempt])).toEqual([
      ['page_1', 1],
      ['page_2', 1],
    ]);
  });

  it('cleans up and throws when an event handler throws', async () => {
    const failing = scan([site.url('/good')], {
      workDir,
      onStart: () => {
        throw new Error('the queue is gone');
      },
    });
    await expect(failing).rejects.toThrow('the queue is gone');
    await until(() => browsersIn(workDir).length === 0);
    expect(readdirSync(workDir)).toEqual([]);
  });

  it('takes the browser along when this process is killed, even while a page holds it', async () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'scan-child.ts'), site.url('/busy'), workDir],
      {
        stdio: 'ignore',
      },
    );
    await until(() => site.requests.includes('/held'));
    expect(browsersIn(workDir).length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await until(() => browsersIn(workDir).length === 0);
  });
});

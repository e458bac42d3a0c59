import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listNodes, page, type Scanned, type Site, scan, serve } from './harness.ts';
import { killBrowsers, listBrowsers } from './processes.ts';

let site: Site;
let workDir: string;
/** URLs that have crashed a browser. */
const crashed = new Set<string>();
/** For each job that ran when a page was requested, the profile folders of its browsers. */
let profiles: string[][] = [];

beforeAll(async () => {
  site = await serve({
    '/good': page('<img src="a.png">'),
    '/crash-once': ({ url = '' }, response) => {
      if (!crashed.has(url)) killBrowsers(workDir);
      crashed.add(url);
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<img src="a.png">'));
    },
    '/look': (_request, response) => {
      profiles = readdirSync(workDir).map((job) => readdirSync(join(workDir, job)));
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<p>x</p>'));
    },
    '/crash': () => killBrowsers(workDir),
    '/busy': page('<script>fetch("/held", { keepalive: true }); while (true) {}</script>'),
    '/held': (_request, response) => response.end(),
  });
});
afterAll(() => site.close());
/** Creates the folder in which the browsers of a test work. */
const provideFolder = () => {
  workDir = mkdtempSync(join(tmpdir(), 'scanner-life-'));
};
const removeFolder = () => {
  killBrowsers(workDir);
  rmSync(workDir, { recursive: true, force: true });
};
/** Returns the number of servers that listen in this process, such as the proxy of a scan. */
const countServers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}

describe('pages that crash the browser', () => {
  const paths = ['/crash-once?1', '/good?1', '/crash-once?2', '/good?2', '/crash', '/look', '/good?3'];
  let scanned: Scanned;
  let exitListeners: number;
  let servers: number;
  const endsOf = (...indexes: number[]) =>
    indexes.map((index) => [scanned.results[index]?.outcome, scanned.results[index]?.attempt]);
  beforeAll(async () => {
    provideFolder();
    exitListeners = process.listenerCount('exit');
    servers = countServers();
    scanned = await scan(paths.map(site.url), { workDir });
  });
  afterAll(removeFolder);

  it('are tried once more in a new browser', () => {
    expect(endsOf(0, 2)).toEqual([
      ['scanned', 2],
      ['scanned', 2],
    ]);
    expect(scanned.started.map(({ pageId, attempt }) => [pageId, attempt])).toEqual([
      ['page_0', 1],
      ['page_0', 2],
      ['page_1', 1],
      ['page_2', 1],
      ['page_2', 2],
      ['page_3', 1],
      ['page_4', 1],
      ['page_4', 2],
      ['page_5', 1],
      ['page_6', 1],
    ]);
  });

  it('are given up after the second crash', () => {
    expect(endsOf(4)).toEqual([['crashed', 2]]);
  });

  it('do not change the results of other pages', () => {
    expect(scanned.results.map(({ pageId }) => pageId)).toEqual(paths.map((_, index) => `page_${index}`));
    expect(endsOf(1, 3, 5, 6)).toEqual(Array(4).fill(['scanned', 1]));
    for (const index of [1, 3, 6]) expect(listNodes(scanned.results[index])).toEqual(['image-alt ["img"]']);
    expect(scanned.notReached).toEqual([]);
  });

  it('leave no files, processes, listeners or servers of their browsers', async () => {
    expect(profiles).toEqual([[expect.stringMatching(/^browser-/)]]);
    expect(readdirSync(workDir)).toEqual([]);
    await expect.poll(() => listBrowsers(workDir)).toEqual([]);
    expect(process.listenerCount('exit')).toBe(exitListeners);
    expect(countServers()).toBe(servers);
  });
});

describe('the lifecycle of the browser', () => {
  beforeEach(provideFolder);
  afterEach(removeFolder);

  it('has no third attempt for a page that starts with its second', async () => {
    const { results, started } = await scan([site.url('/crash')], { workDir, attempt: 2 });
    expect(results.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([['crashed', 2]]);
    expect(started).toHaveLength(1);
  });

  it('returns pages that it has no time for as not reached', async () => {
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
    const servers = countServers();
    const failing = scan([site.url('/good')], {
      workDir,
      onStart: () => {
        throw new Error('the queue is gone');
      },
    });
    await expect(failing).rejects.toThrow('the queue is gone');
    expect(countServers()).toBe(servers);
    await until(() => listBrowsers(workDir).length === 0);
    expect(readdirSync(workDir)).toEqual([]);
  });

  it('ends the browser when this process is killed, even while a page is loading', async () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'scan-child.ts'), site.url('/busy'), workDir],
      {
        stdio: 'ignore',
      },
    );
    await until(() => site.requests.includes('/held'));
    expect(listBrowsers(workDir).length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await until(() => listBrowsers(workDir).length === 0);
  });
});

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodesOf, page, type Site, scan, serve } from './harness.ts';

let site: Site;
let workDir: string;
let crashes = 0;
let duringScan: () => void = () => undefined;

beforeAll(async () => {
  site = await serve({
    '/good': page('<img src="a.png">'),
    '/crash-once': (_request, response) => {
      crashes += 1;
      if (crashes === 1) killBrowsers();
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<img src="a.png">'));
    },
    '/crash': () => killBrowsers(),
    '/look': (_request, response) => {
      duringScan();
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<p>x</p>'));
    },
    '/busy': page('<script>fetch("/held", { keepalive: true }); while (true) {}</script>'),
    '/held': (_request, response) => response.end(),
  });
});
afterAll(() => site.close());
beforeEach(() => {
  workDir = mkdtempSync(join(tmpdir(), 'scanner-life-'));
});
afterEach(() => {
  killBrowsers();
  rmSync(workDir, { recursive: true, force: true });
});

/** The browser and its watcher: processes whose command line names this test's work directory. */
function browsers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words.some((word) => word.startsWith(`--user-data-dir=${workDir}`));
      } catch {
        return false;
      }
    })
    .map(Number);
}

function killBrowsers(): void {
  for (const pid of browsers()) process.kill(pid, 'SIGKILL');
}

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

  it('gives up a page that takes the browser down twice and scans the next', async () => {
    const { results } = await scan([site.url('/crash'), site.url('/good')], { workDir });
    expect(results.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
      ['crashed', 2],
      ['scanned', 1],
    ]);
    expect(nodesOf(results[1])).toEqual(['image-alt ["img"]']);
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
    await until(() => browsers().length === 0);
    expect(readdirSync(workDir)).toEqual([]);
  });

  it('runs on its own libraries, fonts and a bare environment, and dumps no core', async () => {
    let libraries: string[] = [];
    let environment: string[] = [];
    let limits = '';
    let open: string[] = [];
    process.env.SCANNER_TEST_SECRET = 'secret';
    duringScan = () => {
      const pid = browsers().find((one) => readFileSync(`/proc/${one}/comm`, 'utf8') === 'chromium\n');
      libraries = [
        ...readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(/\S+\/lib(?:nss|nspr|expat)[^\s/]*/g),
      ].map(([path]) => path);
      environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
      open = readFileSync(`/proc/${pid}/maps`, 'utf8')
        .split('\n')
        .filter((line) => /\.(ttf|otf|pfb)$/.test(line));
    };
    await scan([site.url('/good'), site.url('/look')], { workDir });
    delete process.env.SCANNER_TEST_SECRET;
    expect(libraries.length).toBeGreaterThan(2);
    expect(libraries.filter((path) => !path.includes('/chromium-153'))).toEqual([]);
    expect(open.filter((line) => !line.includes('OpenSans'))).toEqual([]);
    expect(environment.map((line) => line.split('=')[0]).sort()).toEqual(
      ['FONTCONFIG_PATH', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ'].sort(),
    );
    expect(limits).toMatch(/Max core file size\s+0\s+0/);
  });

  it('leaves no process, file or descriptor behind after many jobs', async () => {
    const descriptors = () => readdirSync('/proc/self/fd').length;
    await scan([site.url('/good')], { workDir });
    const before = descriptors();
    for (let round = 0; round < 5; round += 1) await scan([site.url('/good')], { workDir });
    expect(descriptors()).toBeLessThanOrEqual(before + 2);
    await until(() => browsers().length === 0);
    expect(zombies()).toEqual([]);
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
    expect(browsers().length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await until(() => browsers().length === 0);
    expect(existsSync(workDir)).toBe(true);
  });
});

/** Children of this process that ended and were not waited for. */
function zombies(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        return status.includes(`PPid:\t${process.pid}\n`) && /State:\tZ/.test(status);
      } catch {
        return false;
      }
    })
    .map((pid) => readlinkSync(`/proc/${pid}/cwd`));
}

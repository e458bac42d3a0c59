import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, type Site, serve } from './harness.ts';
import type { ManyJobsReport } from './many-jobs-child.ts';
import { canUseNamespaces, killBrowsers, listBrowsers } from './processes.ts';

const JOBS = 40;
/** Number of jobs after which everything that is created once exists. */
const WARM_UP = 20;

const root = mkdtempSync(join(tmpdir(), 'scanner-many-'));
const workDir = join(root, 'work');
const temporary = join(root, 'tmp');
const isolated = canUseNamespaces();
let site: Site;
let crashes = 0;

beforeAll(async () => {
  mkdirSync(temporary);
  site = await serve({
    '/good': page('<img src="a.png">'),
    '/busy': page('<script>while (true) {}</script>'),
    // Signals that would write a core dump if dumps were enabled.
    '/crash': () => killBrowsers(workDir, 'SIGSEGV'),
    '/crash-once': (_request, response) => {
      crashes += 1;
      if (crashes % 2 === 1) return killBrowsers(workDir, 'SIGABRT');
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<p>x</p>'));
    },
  });
});
afterAll(async () => {
  killBrowsers(workDir);
  rmSync(root, { recursive: true, force: true });
  await site.close();
});

/** Runs the jobs with core dumps allowed, as the first process of a namespace if the machine permits that. */
async function runJobs(): Promise<ManyJobsReport> {
  const child = join(import.meta.dirname, 'many-jobs-child.ts');
  const node = [process.execPath, '--expose-gc', child, site.url(''), workDir, `${JOBS}`, `${WARM_UP}`];
  const dumping = ['/bin/sh', '-c', 'ulimit -c unlimited; exec "$@"', 'sh', ...node];
  const namespace = ['unshare', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const [command = '', ...words] = isolated ? [...namespace, ...dumping] : dumping;
  const running = spawn(command, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: temporary,
    env: { ...process.env, TMPDIR: temporary },
  });
  let text = '';
  for await (const piece of running.stdout.setEncoding('utf8')) text += piece;
  return JSON.parse(text) as ManyJobsReport;
}

describe(`a process that has run ${JOBS} jobs`, () => {
  it('uses no more resources than before and has left none behind', { timeout: 600_000 }, async () => {
    const { outcomes, begin, end } = await runJobs();

    const kinds = Map.groupBy(outcomes, (outcome) => outcome);
    expect(kinds.get('good: scanned')).toHaveLength((JOBS / 10) * 6);
    expect(kinds.get('crash: crashed')).toHaveLength(JOBS / 10);
    expect(kinds.get('crash-once: scanned')).toHaveLength(JOBS / 10);
    expect(kinds.get('throws: Error: the queue is gone')).toHaveLength(JOBS / 10);
    // Whether its script could be stopped in time for the rules depends on the machine.
    const busy = ['busy: partially-scanned', 'busy: timeout'].flatMap((kind) => kinds.get(kind) ?? []);
    expect(busy).toHaveLength(JOBS / 10);

    expect(end.processes).toEqual([]);
    expect(end.descriptors.toSorted()).toEqual(begin.descriptors.toSorted());
    expect(end.listening).toBe(0);
    expect(end.exitListeners).toBe(begin.exitListeners);
    // 25,000 bytes per job: an object kept by mistake, such as a browser or a page's result, is far larger.
    expect(end.heap - begin.heap).toBeLessThan((JOBS - WARM_UP) * 25_000);
    // A wide limit, because the system reclaims memory at any time: it only detects leaks outside of the heap.
    expect(end.resident).toBeLessThan(2 * begin.resident);

    expect(listBrowsers(workDir)).toEqual([]);
    expect(readdirSync(workDir)).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, type Site, serve } from './harness.ts';
import type { ManyJobsReport } from './many-jobs-child.ts';
import { browsersIn, hasNamespaces, killBrowsersIn } from './processes.ts';

const JOBS = 40;
/** Jobs until everything that is made once has been made. */
const WARM_UP = 20;

const root = mkdtempSync(join(tmpdir(), 'scanner-many-'));
const workDir = join(root, 'work');
const temporary = join(root, 'tmp');
const isolated = hasNamespaces();
let site: Site;
let crashes = 0;

beforeAll(async () => {
  mkdirSync(temporary);
  site = await serve({
    '/good': page('<img src="a.png">'),
    '/busy': page('<script>while (true) {}</script>'),
    // Signals that would leave a core dump, if dumps were not off.
    '/crash': () => killBrowsersIn(workDir, 'SIGSEGV'),
    '/crash-once': (_request, response) => {
      crashes += 1;
      if (crashes % 2 === 1) return killBrowsersIn(workDir, 'SIGABRT');
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<p>x</p>'));
    },
  });
});
afterAll(async () => {
  killBrowsersIn(workDir);
  rmSync(root, { recursive: true, force: true });
  await site.close();
});

/** Runs the jobs with core dumps allowed, as the first process of a namespace where the machine lets us. */
async function manyJobs(): Promise<ManyJobsReport> {
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
  it('holds and has left behind no more than before', { timeout: 600_000 }, async () => {
    const { outcomes, begin, end } = await manyJobs();

    const kinds = Map.groupBy(outcomes, (outcome) => outcome);
    expect(kinds.get('good: scanned')).toHaveLength((JOBS / 10) * 6);
    expect(kinds.get('crash: crashed')).toHaveLength(JOBS / 10);
    expect(kinds.get('crash-once: scanned')).toHaveLength(JOBS / 10);
    expect(kinds.get('throws: Error: the queue is gone')).toHaveLength(JOBS / 10);
    // Whether its script could be stopped in time for the rules is the machine's doing.
    const busy = ['busy: partially-scanned', 'busy: timeout'].flatMap((kind) => kinds.get(kind) ?? []);
    expect(busy).toHaveLength(JOBS / 10);

    expect(end.processes).toEqual([]);
    expect(end.descriptors.toSorted()).toEqual(begin.descriptors.toSorted());
    expect(end.listening).toBe(0);
    expect(end.exitListeners).toBe(begin.exitListeners);
    // 25,000 bytes a job: what a job keeps alive by mistake, a browser or a page's result, is far more.
    expect(end.heap - begin.heap).toBeLessThan((JOBS - WARM_UP) * 25_000);
    // Loose, for the system takes pages back when it likes: only for what is held outside of the heap.
    expect(end.resident).toBeLessThan(2 * begin.resident);

    expect(browsersIn(workDir)).toEqual([]);
    expect(readdirSync(workDir)).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

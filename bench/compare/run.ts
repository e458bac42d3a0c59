import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContestantJob, ContestantMessage, PageFindings } from '../contestants/contract.ts';
import { readBusyMilliseconds } from '../measure/cpu-time.ts';
import { ProcessTree, type Usage } from './process-tree.ts';
import type { PlannedRun } from './schedule.ts';

/** Result of one run. */
export interface Run extends Omit<PlannedRun, 'contestant'> {
  /** The contestant's id. */
  contestant: string;
  /** Milliseconds from the moment when the contestant was loaded until all its browsers were closed. */
  wallMs: number;
  /** CPU time of the contestant and all that it started. */
  cpuMs: number;
  peakBytes: number;
  /**
   * Average number of cores that all other processes of the machine used during the run, which disturbs the
   * measurement.
   */
  coresOfOthers: number;
  pages: PageFindings[];
}

type Measured = Pick<Run, 'wallMs' | 'cpuMs' | 'peakBytes' | 'coresOfOthers' | 'pages'>;

/** A longer run is considered hung. */
const LONGEST_RUN_MS = 600_000;

/** Process trees that must not outlive this process. */
const trees = new Set<ProcessTree>();
process.on('exit', () => {
  for (const tree of trees) tree.kill();
});

/**
 * Makes one run in its own process.
 * @param folder parent of the run's own folder, which is removed at the end
 * @throws Error with the contestant's output if it fails or takes more than ten minutes
 */
export async function executeRun(
  planned: PlannedRun,
  jobDefaults: Omit<ContestantJob, 'paths' | 'concurrency' | 'folder'>,
  folder: string,
): Promise<Run> {
  const { contestant, ...rest } = planned;
  const runFolder = await mkdtemp(join(folder, `${contestant.id}-`));
  const child = fork(join(import.meta.dirname, '..', 'contestants', contestant.module), {
    env: { ...process.env, TMPDIR: runFolder },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const tree = new ProcessTree(child.pid ?? 0);
  trees.add(tree);
  const job: ContestantJob = {
    ...jobDefaults,
    paths: rest.paths,
    concurrency: rest.concurrency,
    folder: runFolder,
  };
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
  });
  try {
    let begun: { at: number; usage: Usage; busyMs: number } | undefined;
    const ended = Promise.withResolvers<Measured>();
    const fail = (why: string) =>
      ended.reject(new Error(`${contestant.title}, concurrency ${rest.concurrency}: ${why}\n${output}`));
    const timer = setTimeout(() => fail('it took too long'), LONGEST_RUN_MS);
    child.on('message', (message: ContestantMessage) => {
      if (message.event === 'begin') {
        tree.forgetPeak();
        begun = { at: performance.now(), usage: tree.usage(), busyMs: readBusyMilliseconds() };
      } else if (message.event === 'end' && begun !== undefined) {
        const wallMs = performance.now() - begun.at;
        const { cpuSeconds, peakBytes } = tree.usage();
        const cpuMs = (cpuSeconds - begun.usage.cpuSeconds) * 1000;
        const coresOfOthers = Math.max(0, readBusyMilliseconds() - begun.busyMs - cpuMs) / wallMs;
        ended.resolve({ wallMs, cpuMs, peakBytes, coresOfOthers, pages: message.pages });
      } else if (message.event === 'failed') {
        fail(message.message);
      }
    });
    child.once('error', (error) => fail(error.message));
    const exited = new Promise<void>((resolve) =>
      child.once('exit', (code) => {
        fail(`it ended with ${code} before its work was done`);
        resolve();
      }),
    );
    child.send(job);
    const measured = await ended.promise.finally(() => clearTimeout(timer));
    // Give the contestant time to end by itself.
    await Promise.race([exited, new Promise((wake) => setTimeout(wake, 10_000).unref())]);
    return { ...rest, contestant: contestant.id, ...measured };
  } finally {
    tree.kill();
    trees.delete(tree);
    await rm(runFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

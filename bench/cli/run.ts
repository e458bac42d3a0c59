import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ProcessTree } from '../compare/process-tree.ts';
import type { CommandJob } from '../contestants/commands/command.ts';
import type { PageFindings } from '../contestants/contract.ts';
import { readBusyMilliseconds } from '../measure/cpu-time.ts';
import type { Contestant } from './contestants.ts';

/** Result of one run of a command. */
export interface Run {
  /** The contestant's id. */
  contestant: string;
  concurrency: number;
  round: number;
  /** Milliseconds from the start of Node until it has ended. */
  wallMs: number;
  /** CPU time of the command and all that it started. */
  cpuMs: number;
  peakBytes: number;
  /**
   * Average number of cores that all other processes of the machine used during the run, which disturbs the
   * measurement.
   */
  coresOfOthers: number;
  pages: PageFindings[];
}

/** A longer run is considered hung. */
const LONGEST_RUN_MS = 600_000;

/** Process trees that must not outlive this process. */
const trees = new Set<ProcessTree>();
process.on('exit', () => {
  for (const tree of trees) tree.kill();
});

/**
 * Runs a command once, in its own folder.
 * @param folder parent of the run's own folder, which is removed at the end
 * @throws Error with the output of the command if it fails or takes more than ten minutes
 */
export async function executeRun(
  { id, title, command }: Contestant,
  round: number,
  asked: Omit<CommandJob, 'folder'>,
  folder: string,
): Promise<Run> {
  const own = await mkdtemp(join(folder, `${id}-`));
  try {
    const job: CommandJob = { ...asked, folder: own };
    const { script, args, env, worked } = await command.prepare(job);
    const printed = join(own, 'stdout.txt');
    const { code, said, ...measured } = await measure([script, ...args], own, printed, env);
    if (code === null || !worked.includes(code)) {
      throw new Error(`${title} ended with ${code ?? 'a signal'}:\n${said}`);
    }
    const pages = await command.findings(job, await readFile(printed, 'utf8'));
    return { contestant: id, concurrency: job.concurrency, round, ...measured, pages };
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function measure(args: string[], cwd: string, printed: string, env: Record<string, string> = {}) {
  const stdout = await open(printed, 'w');
  const busyBefore = readBusyMilliseconds();
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env, TMPDIR: cwd },
    stdio: ['ignore', stdout.fd, 'pipe'],
  });
  const tree = new ProcessTree(child.pid ?? 0);
  trees.add(tree);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const timer = setTimeout(() => tree.kill(), LONGEST_RUN_MS);
  try {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.once('error', reject);
    child.once('exit', resolve);
    const code = await promise;
    const wallMs = performance.now() - begun;
    const { cpuSeconds, peakBytes } = tree.usage();
    const cpuMs = cpuSeconds * 1000;
    const coresOfOthers = Math.max(0, readBusyMilliseconds() - busyBefore - cpuMs) / wallMs;
    return { code, said, wallMs, cpuMs, peakBytes, coresOfOthers };
  } finally {
    clearTimeout(timer);
    tree.kill();
    trees.delete(tree);
    await stdout.close();
  }
}

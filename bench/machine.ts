import { execFile } from 'node:child_process';
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';
import { promisify } from 'node:util';

/** The machine and the sources of a measurement. */
export interface Machine {
  processor: string;
  cores: number;
  memoryBytes: number;
  platform: string;
  node: string;
  /** Load average of the last minute before the measurement. */
  load: number;
  /** Commit of the sources, with `+` if they were changed since; null outside of a git checkout. */
  commit: string | null;
}

export async function describeMachine(): Promise<Machine> {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: `${platform()} ${arch()}`,
    node: process.version,
    load: loadavg()[0] ?? 0,
    commit: await readCommit(),
  };
}

async function readCommit(): Promise<string | null> {
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: import.meta.dirname });
  try {
    const [head, changes] = await Promise.all([
      git('rev-parse', '--short=12', 'HEAD'),
      git('status', '--porcelain'),
    ]);
    return head.stdout.trim() + (changes.stdout === '' ? '' : '+');
  } catch {
    return null;
  }
}

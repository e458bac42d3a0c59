import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of all visible processes; none on systems without /proc. */
export function listProcessIds(): number[] {
  return listFolder('/proc').map(Number).filter(Number.isInteger);
}

/** Returns the name of a process's program; undefined if the process does not exist. */
export function readProcessName(pid: number): string | undefined {
  return readProcessFile(pid, 'comm')?.trim();
}

/** Returns the parent of a process; undefined if the process does not exist or has ended. */
export function readParent(pid: number): number | undefined {
  return readRelatives(pid)?.parent;
}

/** Returns the process group of a process; undefined if the process does not exist or has ended. */
export function readGroup(pid: number): number | undefined {
  return readRelatives(pid)?.group;
}

function readRelatives(pid: number): { parent: number; group: number } | undefined {
  const stat = readProcessFile(pid, 'stat');
  // The name of the program is in brackets and can contain brackets. Source of the fields: proc_pid_stat(5).
  const [state = 'Z', parent, group] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return /[ZX]/.test(state) ? undefined : { parent: Number(parent), group: Number(group) };
}

/**
 * Returns for how many milliseconds each thread of the processes with these ids was ready to run and got no processor
 * since it was started, by thread id. Source of the file: https://docs.kernel.org/scheduler/sched-stats.html
 */
export function readRunDelays(pids: readonly number[], proc = '/proc'): Map<string, number> {
  const delays = new Map<string, number>();
  for (const pid of pids) {
    for (const thread of listFolder(`${proc}/${pid}/task`)) {
      const [, nanoseconds = 0] =
        readFile(`${proc}/${pid}/task/${thread}/schedstat`)?.split(' ').map(Number) ?? [];
      delays.set(thread, nanoseconds / 1e6);
    }
  }
  return delays;
}

/**
 * Returns what the processes with these ids need in memory, in bytes.
 * @param kind `Rss`: all that is resident or swapped out, which counts what processes share once for each of them;
 *   `Pss`: proportional to the number of processes that share it. Source of the lines: proc_pid_status(5),
 *   proc_pid_smaps(5).
 */
export function readMemory(pids: readonly number[], kind: 'Rss' | 'Pss'): number {
  const [name, lines] =
    kind === 'Rss'
      ? ['status', /^(?:VmRSS|VmSwap):\s+(\d+) kB$/gm]
      : ['smaps_rollup', /^(?:Pss|SwapPss):\s+(\d+) kB$/gm];
  let kilobytes = 0;
  for (const pid of pids)
    for (const [, each] of readProcessFile(pid, name)?.matchAll(lines) ?? []) kilobytes += Number(each);
  return 1024 * kilobytes;
}

/** Returns the variables that a process was started with; none if this process may not read them. */
export function readVariables(pid: number): string[] {
  return readProcessFile(pid, 'environ')?.split('\0') ?? [];
}

function readProcessFile(pid: number, name: string): string | undefined {
  return readFile(`/proc/${pid}/${name}`);
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

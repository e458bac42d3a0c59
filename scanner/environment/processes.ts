import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of all visible processes; none on systems without /proc. */
export function listProcessIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
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
 * Returns what the processes with these ids need in memory, in bytes.
 * @param kind `Rss`: all that is resident, which counts what processes share once for each of them; `Pss`: proportional
 *   to the number of processes that share it. Source of the lines: proc_pid_status(5), proc_pid_smaps(5).
 */
export function readMemory(pids: readonly number[], kind: 'Rss' | 'Pss'): number {
  const [name, line] =
    kind === 'Rss' ? ['status', /^VmRSS:\s+(\d+) kB$/m] : ['smaps_rollup', /^Pss:\s+(\d+) kB$/m];
  const kilobytes = pids.map((pid) => Number(readProcessFile(pid, name)?.match(line)?.[1] ?? 0));
  return 1024 * kilobytes.reduce((total, each) => total + each, 0);
}

/** Returns the variables that a process was started with; none if this process may not read them. */
export function readVariables(pid: number): string[] {
  return readProcessFile(pid, 'environ')?.split('\0') ?? [];
}

function readProcessFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

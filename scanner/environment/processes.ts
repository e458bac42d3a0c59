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
  const stat = readProcessFile(pid, 'stat');
  // The name of the program is in brackets and can contain brackets. Source of the fields: proc_pid_stat(5).
  const [state = 'Z', parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return /[ZX]/.test(state) ? undefined : Number(parent);
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

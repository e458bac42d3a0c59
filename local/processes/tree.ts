import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills a process, its process group and all its descendants with SIGKILL.
 *
 * The group alone is not enough, because puppeteer starts the browser in its own group. Without `/proc` (not Linux)
 * only the group is killed. A process that has already ended is not an error.
 */
export function killTree(pid: number): void {
  for (const victim of [...findDescendants(pid).reverse(), pid]) {
    sendKill(-victim);
    sendKill(victim);
  }
}

/**
 * True if a process with this id runs, even as another user. False for a zombie, which waits for its parent to read
 * its exit status.
 */
export function isAlive(pid: number): boolean {
  if (readStatFields(pid)?.[0] === 'Z') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the start time of a process in kernel ticks since boot. It distinguishes a process from a later one with
 * the same id.
 *
 * @returns undefined if `/proc` does not have it
 */
export function readStartTicks(pid: number): string | undefined {
  // Field 22 of proc_pid_stat(5).
  return readStatFields(pid)?.[19];
}

function findDescendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of listProcessIds()) {
    const parent = Number(readStatFields(name)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  const found: number[] = [];
  for (let queue = [pid]; queue.length > 0; ) {
    queue = queue.flatMap((parent) => children.get(parent) ?? []);
    found.push(...queue);
  }
  return found;
}

function listProcessIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/**
 * Returns the fields after the command name: state, parent, … The command name itself may contain spaces and
 * brackets.
 */
function readStatFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already ended, or not a process group leader.
  }
}

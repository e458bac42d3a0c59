import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills a process, its process group and everything that descends from it, at once and unconditionally.
 *
 * The group alone is not enough: puppeteer starts the browser in a group of its own. Where there is no `/proc`
 * (not Linux) only the group is killed. A process that is already gone is no error.
 */
export function killTree(pid: number): void {
  for (const victim of [...descendants(pid).reverse(), pid]) {
    signal(-victim);
    signal(victim);
  }
}

/** Whether a process with this id runs, be it another user's. One that waits for its parent to notice its end does not. */
export function isAlive(pid: number): boolean {
  if (statFields(pid)?.[0] === 'Z') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * When a process started, in the kernel's ticks since boot; tells a process from a later one with the same id.
 *
 * @returns undefined where `/proc` does not say
 */
export function readStartTicks(pid: number): string | undefined {
  // Field 22 of proc_pid_stat(5).
  return statFields(pid)?.[19];
}

function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of processIds()) {
    const parent = Number(statFields(name)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  const found: number[] = [];
  for (let queue = [pid]; queue.length > 0; ) {
    queue = queue.flatMap((parent) => children.get(parent) ?? []);
    found.push(...queue);
  }
  return found;
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** The fields after the command's name, which may itself hold spaces and brackets: state, parent, … */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already, or no leader of a group.
  }
}

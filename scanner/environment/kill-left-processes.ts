import { setTimeout as pause } from 'node:timers/promises';
import type { OwnEnvironment } from './own-environment.ts';
import { listProcessIds, readParent, readVariables } from './processes.ts';

/** How often left processes are killed before the chunk fails, and the milliseconds between two rounds. */
const ROUNDS = 200;
const ROUND_MS = 5;

/**
 * Kills the processes that browsers left, and waits until they have ended. The group of a browser is killed with it,
 * but a process that called setsid is in another group, and the parent of a process that forked twice is unknown.
 *
 * - If all processes belong to this function, all are killed but this one and its ancestors.
 * - Otherwise those whose home folder or temporary folder, when they were started, was below `folder`, as of browsers.
 *   A hostile process can hide from this: it can start another program with other variables.
 * @throws Error if a process does not end
 */
export async function killLeftProcesses(environment: OwnEnvironment): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const left = listLeftProcesses(environment);
    if (left.length === 0) return;
    // One signal to all processes but this one and the init process. If each is killed on its own, a process that forks
    // all the time can escape.
    if (environment.ownsProcesses && process.ppid === 1) sendSignal(-1, 'SIGKILL');
    else for (const pid of left) sendSignal(pid, 'SIGKILL');
    await pause(ROUND_MS);
  }
  throw new Error('processes that an earlier browser left do not end');
}

function listLeftProcesses({ folder, ownsProcesses }: OwnEnvironment): number[] {
  const kept = listAncestors();
  return listProcessIds().filter((pid) => {
    if (kept.has(pid) || readParent(pid) === undefined) return false;
    // A process that this one may not signal belongs to the platform or to another user.
    return ownsProcesses ? sendSignal(pid, 0) : wasStartedBelow(pid, folder);
  });
}

/** Returns this process, its parents, and the init process. */
function listAncestors(): Set<number> {
  const found = new Set([1]);
  for (let pid: number | undefined = process.pid; pid && !found.has(pid); pid = readParent(pid))
    found.add(pid);
  return found;
}

function wasStartedBelow(pid: number, folder: string): boolean {
  const indicators = ['HOME', 'TMPDIR'].map((name) => `${name}=${folder}/`);
  return readVariables(pid).some((variable) =>
    indicators.some((indicator) => variable.startsWith(indicator)),
  );
}

/** Returns false if the process does not exist or may not be signalled. */
function sendSignal(pid: number, signal: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Milliseconds of a clock tick in /proc: USER_HZ is 100 on every architecture that Chromium runs on. */
const TICK_MS = 10;

/** CPU milliseconds that all cores together have been busy. */
export function busyMilliseconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/**
 * CPU milliseconds of the processes that this one started and that ended since, with those that they waited for
 * themselves; exact to 10 ms. Nothing that still runs counts.
 */
export function endedChildrenMs(stat = readFileSync('/proc/self/stat', 'utf8')): number {
  // Source: proc_pid_stat(5), cutime and cstime. The name, in parentheses, may hold anything, parentheses too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

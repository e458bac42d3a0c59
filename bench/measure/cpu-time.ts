import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Milliseconds per clock tick in /proc: USER_HZ is 100 on every architecture that Chromium runs on. */
const TICK_MS = 10;

/** Returns the CPU milliseconds that all cores together have been busy. */
export function readBusyMilliseconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/**
 * Returns the CPU milliseconds of child processes that have ended, including descendants that they waited for, with a
 * precision of 10 ms. Running processes do not count.
 */
export function readEndedChildrenMs(stat = readFileSync('/proc/self/stat', 'utf8')): number {
  // Source: proc_pid_stat(5), cutime and cstime. The name, in parentheses, may contain any character, including
  // parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

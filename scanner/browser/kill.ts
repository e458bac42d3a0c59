import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { listProcessIds, readGroup } from '../environment/processes.ts';

const CLOSE_TIMEOUT_MS = 2_000;
const POLL_MS = 5;

/** Kills a browser and all processes that it started. Resolves when it has ended, or after 2 s. Never throws. */
export async function killBrowser(browser: Browser): Promise<void> {
  const child = browser.process();
  if (child?.pid === undefined) return;
  const ended =
    child.exitCode === null && child.signalCode === null
      ? new Promise((resolve) => child.once('exit', resolve))
      : Promise.resolve();
  await killTree(child.pid);
  await waitAtMost(CLOSE_TIMEOUT_MS, ended);
}

/**
 * Waits until no process of a group runs. What a browser left in its sandbox ends before the first process there, so
 * that nothing can change the files that are removed then.
 */
export async function waitForEndOfGroup(group: number): Promise<void> {
  const end = performance.now() + CLOSE_TIMEOUT_MS;
  while (performance.now() < end && listProcessIds().some((pid) => readGroup(pid) === group))
    await pause(POLL_MS);
}

/** puppeteer starts the browser as the leader of a new process group. Windows has no process groups. */
async function killTree(pid: number): Promise<void> {
  if (process.platform === 'win32') {
    const taskkill = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    const ended = promisify(execFile)(taskkill, ['/pid', String(pid), '/T', '/F']);
    await waitAtMost(CLOSE_TIMEOUT_MS, ended);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended.
  }
}

/** Returns the result of `work`; undefined if it fails or does not end in time. */
export async function waitAtMost<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const clock = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => clock.resolve(undefined), milliseconds);
  try {
    return await Promise.race([work.catch(() => undefined), clock.promise]);
  } finally {
    clearTimeout(timer);
  }
}

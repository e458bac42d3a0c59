import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';

const CLOSE_TIMEOUT_MS = 2_000;

/** Kills a browser with everything that it has started; resolves when it is gone, or should be. Never throws. */
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

/** puppeteer starts the browser as the leader of a process group of its own; Windows has no such groups. */
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
    // Nobody is left in the group.
  }
}

/** What the work comes to; undefined when it fails or is not done in time. */
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

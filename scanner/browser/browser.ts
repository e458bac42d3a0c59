import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { pageSettingsDefault } from '../../core/scans/page-settings.ts';
import type { UnpackedChromium } from '../chromium-pack/unpack.ts';
import { product } from '../user-agent.ts';
import { browserArguments, type LaunchSettings } from './arguments.ts';
import { watchGroup } from './watcher.ts';

const launchTimeoutMs = 30_000;
const closeTimeoutMs = 2_000;

/** A running browser and the one way to be rid of it. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly userAgent: string;
  /** Product and version, e.g. `HeadlessChrome/153.0.7900.0`. */
  readonly version: string;
  /** Kills its process group at once. Never throws. */
  kill(): Promise<void>;
}

/**
 * Launches the browser in a directory of its own.
 * @param directory fresh and empty; home, temporary files and profile are made in it, and it goes with the browser
 * @param proxy `host:port` of the egress proxy
 * @throws Error when the browser does not come up within 30 s
 */
export async function launchBrowser(
  chromium: UnpackedChromium,
  directory: string,
  proxy: string,
  settings: LaunchSettings = pageSettingsDefault,
): Promise<RunningBrowser> {
  const temporary = join(directory, 'tmp');
  await mkdir(temporary, { recursive: true });
  const userAgent = `${userAgentOf(chromium)} ${settings.userAgentSuffix}`.trim();
  const browser = await puppeteer.launch({
    executablePath: chromium.executable,
    headless: 'shell',
    // A pipe, not a socket: the browser ends when this process does, even by kill -9.
    pipe: true,
    args: browserArguments(proxy, userAgent, settings),
    userDataDir: join(directory, 'profile'),
    defaultViewport: null,
    timeout: launchTimeoutMs,
    protocolTimeout: 600_000,
    // Whoever holds the renderer can read this environment, so that nothing else may stand in it.
    env: {
      LD_LIBRARY_PATH: chromium.libraries,
      FONTCONFIG_PATH: chromium.fontConfig,
      HOME: directory,
      TMPDIR: temporary,
      LANG: 'en_US.UTF-8',
      TZ: 'UTC',
    },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const { pid } = browser.process() ?? {};
  const watcher = pid === undefined ? undefined : watchGroup(pid, directory);
  async function kill(): Promise<void> {
    await killGroup(browser);
    await watcher?.end();
    // Now and not with the job: a chunk of pages that crash would fill the disk with profiles.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
  try {
    const version = await within(launchTimeoutMs, browser.version());
    if (version === undefined) throw new Error('The browser came up, but does not say its version');
    return {
      browser,
      userAgent,
      version,
      kill,
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Honest, and the same for every version of a major: the reduced form that browsers send, and our name. */
function userAgentOf(chromium: UnpackedChromium): string {
  const major = Number.parseInt(chromium.version, 10);
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 ${product}`;
}

/** puppeteer starts the browser as the leader of a process group of its own. */
async function killGroup(browser: Browser): Promise<void> {
  const child = browser.process();
  if (child?.pid === undefined) return;
  const ended =
    child.exitCode === null && child.signalCode === null
      ? new Promise((resolve) => child.once('exit', resolve))
      : Promise.resolve();
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
  await within(closeTimeoutMs, ended);
}

/** What the work comes to; undefined when it fails or is not done in time. */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  const clock = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => clock.resolve(undefined), milliseconds);
  try {
    return await Promise.race([work.catch(() => undefined), clock.promise]);
  } finally {
    clearTimeout(timer);
  }
}

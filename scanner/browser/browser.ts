import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import type { UnpackedChromium } from '../chromium-pack/unpack.ts';
import { browserArguments } from './arguments.ts';

const launchTimeoutMs = 30_000;
const closeTimeoutMs = 2_000;

/** A running browser and the one way to be rid of it. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly userAgent: string;
  /** Product and version, e.g. `HeadlessChrome/153.0.7900.0`. */
  readonly version: string;
  /** Closes it, and kills its process group when it does not close. Never throws. */
  stop(): Promise<void>;
  /** Kills its process group at once. Never throws. */
  kill(): Promise<void>;
}

/**
 * Launches the browser in a directory of its own.
 * @param directory fresh and empty; home, temporary files and profile are made in it
 * @param proxy `host:port` of the egress proxy
 * @throws Error when the browser does not come up within 30 s
 */
export async function launchBrowser(
  chromium: UnpackedChromium,
  directory: string,
  proxy: string,
): Promise<RunningBrowser> {
  const temporary = join(directory, 'tmp');
  await mkdir(temporary, { recursive: true });
  const userAgent = userAgentOf(chromium);
  const browser = await puppeteer.launch({
    executablePath: chromium.executable,
    headless: 'shell',
    // A pipe, not a socket: the browser ends when this process does, even by kill -9.
    pipe: true,
    args: browserArguments(proxy, userAgent),
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
  const version = await browser.version();
  return {
    browser,
    userAgent,
    version,
    async stop() {
      await within(closeTimeoutMs, browser.close());
      await killGroup(browser);
    },
    kill: () => killGroup(browser),
  };
}

/** Honest, and the same for every version of a major: the reduced form that browsers send, and our name. */
function userAgentOf(chromium: UnpackedChromium): string {
  const major = Number.parseInt(chromium.version, 10);
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 a11y-scan-service/1`;
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

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const clock = Promise.withResolvers<void>();
  const timer = setTimeout(clock.resolve, milliseconds);
  await Promise.race([work.catch(() => undefined), clock.promise]);
  clearTimeout(timer);
}

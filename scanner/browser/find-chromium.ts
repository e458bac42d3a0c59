import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import type { Chromium, InstalledChromium } from '../chromium-pack/chromium.ts';
import { CHROMIUM_HINT, ChromiumUnavailableError } from '../chromium-pack/chromium-unavailable.ts';
import { type ChromiumLocation, provideAxe, provideChromium } from '../chromium-pack/locate.ts';
import { buildBrowserEnvironment } from './browser-environment.ts';
import { checkExecutable } from './executable-file.ts';
import { killBrowser, waitAtMost } from './kill.ts';
import { readLaunchError } from './launch-error.ts';

const LAUNCH_TIMEOUT_MS = 20_000;

/** What a browser says of itself. */
type Identity = Pick<InstalledChromium, 'version' | 'isShell'>;

/** Of each file of a browser, as it was then. */
const identities = new Map<string, Promise<Identity>>();

/**
 * The browser to launch: the packed one, or the installed one that is named. An installed one is started once in this
 * process to ask it what it is.
 * @throws ChromiumUnavailableError when there is none that could be launched
 */
export async function findChromium(location: ChromiumLocation = {}): Promise<Chromium> {
  if (location.executable === undefined) return provideChromium(location);
  const executable = await checkExecutable(location.executable);
  const { mtimeMs, size } = await stat(executable);
  const key = [executable, mtimeMs, size].join();
  const identity = identities.get(key) ?? identify(executable);
  identities.set(key, identity);
  identity.catch(() => identities.delete(key));
  return { kind: 'installed', executable, ...(await identity), ...(await provideAxe(location)) };
}

/**
 * Starts a browser, which goes nowhere, and asks it what it is.
 * @throws ChromiumUnavailableError `not-a-browser` when it does not come up, or is none of Chromium's
 */
async function identify(executable: string): Promise<Identity> {
  const directory = await mkdtemp(join(tmpdir(), 'a11y-scan-browser-'));
  try {
    await mkdir(join(directory, 'tmp'));
    const [product = '', version = ''] = (await readProduct(executable, directory)).split('/');
    if (!/^(Headless)?Chrome$/.test(product) || !/^\d+\./.test(version)) {
      throw buildNotABrowserError(
        executable,
        `It says that it is ${JSON.stringify(`${product}/${version}`).slice(0, 100)}.`,
      );
    }
    return { version, isShell: product === 'HeadlessChrome' };
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

async function readProduct(executable: string, directory: string): Promise<string> {
  const unknown: InstalledChromium = {
    kind: 'installed',
    executable,
    version: '0',
    isShell: false,
    axeScript: '',
    axeVersion: '',
  };
  const env = buildBrowserEnvironment(unknown, directory);
  const launched = puppeteer.launch({
    executablePath: executable,
    headless: 'shell',
    pipe: true,
    args: process.platform === 'linux' ? ['--no-sandbox', '--disable-setuid-sandbox', '--disable-gpu'] : [],
    userDataDir: join(directory, 'profile'),
    timeout: LAUNCH_TIMEOUT_MS,
    env,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const browser = await launched.catch(async (error: unknown) => {
    const launchError = await readLaunchError(executable, env);
    throw buildNotABrowserError(
      executable,
      launchError ?? 'It starts, but does not speak as they do.',
      error,
    );
  });
  const version = await waitAtMost(LAUNCH_TIMEOUT_MS, browser.version());
  await killBrowser(browser);
  if (version === undefined) throw buildNotABrowserError(executable, 'It does not say its version.');
  return version;
}

function buildNotABrowserError(
  executable: string,
  reason: string,
  cause?: unknown,
): ChromiumUnavailableError {
  const message = `${executable} does not come up as Chrome, Chromium or chrome-headless-shell. ${reason}`;
  const hint = /shared librar/.test(reason)
    ? 'Install what it misses: https://pptr.dev/troubleshooting lists the packages that Chrome needs.'
    : CHROMIUM_HINT;
  return new ChromiumUnavailableError('not-a-browser', message, hint, cause);
}

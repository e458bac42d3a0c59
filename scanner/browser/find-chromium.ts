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

/** What a browser reports about itself. */
type Identity = Pick<InstalledChromium, 'version' | 'isShell'>;

/** By path, modification time and size of the executable. */
const identities = new Map<string, Promise<Identity>>();

/**
 * Returns the browser to launch: the packed one, or the installed one if its path is given. Starts an installed
 * browser once per process to read its version.
 * @throws ChromiumUnavailableError if no browser can be launched
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
 * Starts a browser without opening a page, and reads its product and version.
 * @throws ChromiumUnavailableError `not-a-browser` if it does not start, or is not based on Chromium
 */
async function identify(executable: string): Promise<Identity> {
  const directory = await mkdtemp(join(tmpdir(), 'a11y-scan-browser-'));
  try {
    await mkdir(join(directory, 'tmp'));
    const [product = '', version = ''] = (await readProduct(executable, directory)).split('/');
    if (!/^(Headless)?Chrome$/.test(product) || !/^\d+\./.test(version)) {
      throw buildNotABrowserError(
        executable,
        `It reports that it is ${JSON.stringify(`${product}/${version}`).slice(0, 100)}.`,
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
      launchError ?? 'It starts, but does not answer the DevTools protocol.',
      error,
    );
  });
  const version = await waitAtMost(LAUNCH_TIMEOUT_MS, browser.version());
  await killBrowser(browser);
  if (version === undefined) throw buildNotABrowserError(executable, 'It does not report its version.');
  return version;
}

function buildNotABrowserError(
  executable: string,
  reason: string,
  cause?: unknown,
): ChromiumUnavailableError {
  const message = `${executable} does not start as Chrome, Chromium or chrome-headless-shell. ${reason}`;
  const hint = /shared librar/.test(reason)
    ? 'Install the missing libraries: https://pptr.dev/troubleshooting lists the packages that Chrome needs.'
    : CHROMIUM_HINT;
  return new ChromiumUnavailableError('not-a-browser', message, hint, cause);
}

import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { pageSettingsDefault } from '../../core/scans/page-settings.ts';
import type { Chromium } from '../chromium-pack/chromium.ts';
import { browserArguments, type LaunchMode, type LaunchSettings, launchMode } from './arguments.ts';
import { complaintOf } from './complaint.ts';
import { killBrowser, within } from './kill.ts';
import { environmentOf, userAgentOf } from './surroundings.ts';
import { watchGroup } from './watcher.ts';

const launchTimeoutMs = 30_000;

/** A running browser and the one way to be rid of it. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly mode: LaunchMode;
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
  chromium: Chromium,
  directory: string,
  proxy: string,
  settings: LaunchSettings = pageSettingsDefault,
): Promise<RunningBrowser> {
  const mode = launchMode(chromium);
  const userAgent = `${userAgentOf(chromium)} ${settings.userAgentSuffix}`.trim();
  await mkdir(join(directory, 'tmp'), { recursive: true });
  const env = environmentOf(chromium, directory);
  const launched = puppeteer.launch({
    executablePath: chromium.executable,
    headless: mode.windows ? true : 'shell',
    // A pipe, not a socket: the browser ends when this process does, even by kill -9.
    pipe: true,
    args: browserArguments(proxy, userAgent, settings, mode),
    userDataDir: join(directory, 'profile'),
    defaultViewport: null,
    timeout: launchTimeoutMs,
    protocolTimeout: 600_000,
    env,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const browser = await launched.catch(async (cause: Error) => {
    const complaint = await complaintOf(chromium.executable, env);
    throw new Error(`The browser does not start: ${complaint ?? cause.message}`, { cause });
  });
  const { pid } = browser.process() ?? {};
  const watcher = pid === undefined || !existsSync('/bin/sh') ? undefined : watchGroup(pid, directory);
  async function kill(): Promise<void> {
    await killBrowser(browser);
    await watcher?.end();
    // Now and not with the job: a chunk of pages that crash would fill the disk with profiles.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
  try {
    const version = await within(launchTimeoutMs, browser.version());
    if (version === undefined) throw new Error('The browser came up, but does not say its version');
    return { browser, mode, userAgent, version, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

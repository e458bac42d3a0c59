import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { BROWSER_MEMORY_MB } from '../../core/scans/pacing.ts';
import { pageSettingsDefault } from '../../core/scans/page-settings.ts';
import type { Chromium } from '../chromium-pack/chromium.ts';
import { findSandboxFault } from '../sandbox/find-fault.ts';
import { type OwnNetwork, systemEnv } from '../sandbox/network.ts';
import { buildSandboxCommand } from '../sandbox/sandbox.ts';
import { buildBrowserArguments, getLaunchMode, type LaunchMode, type LaunchSettings } from './arguments.ts';
import { buildBrowserEnvironment, buildUserAgent } from './browser-environment.ts';
import { killBrowser, waitAtMost, waitForEndOfGroup } from './kill.ts';
import { readLaunchError } from './launch-error.ts';
import { type ResourceWatch, watchResources } from './resource-watch.ts';
import { buildSandboxedBrowser } from './sandboxed-browser.ts';
import { watchProcessGroup } from './watcher.ts';

const LAUNCH_TIMEOUT_MS = 30_000;

export interface RunningBrowser {
  readonly browser: Browser;
  readonly mode: LaunchMode;
  readonly userAgent: string;
  /** Product and version, e.g. `HeadlessChrome/153.0.7900.0`. */
  readonly version: string;
  readonly resources: ResourceWatch;
  /** Kills the browser's process group at once. Never throws. */
  kill(): Promise<void>;
}

/** Limits of what the browser may use. */
export interface LaunchLimits {
  /** How long the start may take. */
  timeoutMs?: number | undefined;
  /** Memory of the browser above which it is killed, in megabytes. Default: `BROWSER_MEMORY_MB`. */
  memoryMb?: number | undefined;
  /** The network of its sandbox; undefined for no sandbox. */
  network?: OwnNetwork | undefined;
}

/**
 * Launches the browser.
 * @param directory new and empty. It holds the home folder, the temporary files and the profile. `kill` removes it.
 * @param proxy `host:port` of the egress proxy, or its rules
 * @throws Error if the browser does not start in that time
 */
export async function launchBrowser(
  chromium: Chromium,
  directory: string,
  proxy: string,
  settings: LaunchSettings = pageSettingsDefault,
  { timeoutMs = LAUNCH_TIMEOUT_MS, memoryMb = BROWSER_MEMORY_MB, network }: LaunchLimits = {},
): Promise<RunningBrowser> {
  const mode = getLaunchMode(chromium);
  const userAgent = `${buildUserAgent(chromium)} ${settings.userAgentSuffix}`.trim();
  await mkdir(join(directory, 'tmp'), { recursive: true });
  const env = buildBrowserEnvironment(chromium, directory);
  const visible = {
    headless: mode.windows ? true : 'shell',
    args: buildBrowserArguments(proxy, userAgent, settings, mode),
    userDataDir: join(directory, 'profile'),
  } as const;
  const program =
    network === undefined
      ? { executablePath: chromium.executable, env, ...visible }
      : await sandbox(chromium, network, directory, await puppeteer.defaultArgs(visible));
  // puppeteer's launch timeout ends with the first answer of the browser, which can stop answering after that.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const launched = puppeteer.launch({
    signal: late.signal,
    ...program,
    // With a pipe instead of a socket, the browser ends when this process ends, even by kill -9.
    pipe: true,
    defaultViewport: null,
    timeout: timeoutMs,
    protocolTimeout: 600_000,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const browser = await launched
    .catch(async (cause: Error) => {
      const launchError = await (network === undefined
        ? readLaunchError(chromium.executable, env)
        : findSandboxFault(directory, await buildSandboxedBrowser(chromium, directory, ['--version'])));
      const silent = late.signal.aborted ? `it did not answer for ${timeoutMs / 1_000} s` : null;
      // Kills what is still running. puppeteer alone would only ask it to end.
      late.abort();
      throw new Error(
        `The browser does not start${network ? ' in its sandbox' : ''}: ${launchError ?? silent ?? cause.message}`,
        { cause },
      );
    })
    .finally(() => clearTimeout(timer));
  const { pid } = browser.process() ?? {};
  const watcher = pid === undefined || !existsSync('/bin/sh') ? undefined : watchProcessGroup(pid, directory);
  const resources = watchResources(pid, memoryMb, () => void killBrowser(browser));
  async function kill(): Promise<void> {
    resources.stop();
    await killBrowser(browser);
    if (network !== undefined && pid !== undefined) await waitForEndOfGroup(pid);
    await watcher?.end();
    // Removed now, not at the end of the job: otherwise a chunk of crashing pages fills the disk with profiles.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
  try {
    const version = await waitAtMost(timeoutMs, browser.version());
    if (version === undefined) throw new Error('The browser started, but does not report its version');
    return { browser, mode, userAgent, version, resources, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Returns how puppeteer launches a browser in a sandbox. */
async function sandbox(chromium: Chromium, network: OwnNetwork, directory: string, args: readonly string[]) {
  const program = await buildSandboxedBrowser(chromium, directory, [...args, '--remote-debugging-pipe']);
  const command = await buildSandboxCommand(network, directory, program);
  return {
    executablePath: '/bin/sh',
    args: ['-c', 'exec "$@"', 'sh', ...command],
    ignoreDefaultArgs: true,
    // The libraries of the packed browser are not for the programs that create the sandbox.
    env: { ...systemEnv, HOME: directory, TMPDIR: join(directory, 'tmp') },
  };
}

import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { buildBrowserEnvironment } from '../../../scanner/browser/browser-environment.ts';
import { provideChromium } from '../../../scanner/chromium-pack/locate.ts';
import { openRecordedPage } from './open-screen.ts';

/** The scanner's browser with the settings of a browser that a person uses. */
export interface DashboardBrowser {
  browser: Browser;
  /** Opens a tab with a storage and cookies of its own. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

let shared: Promise<DashboardBrowser> | undefined;

/** Returns the browser that all files of a worker share. It ends with the worker. */
export function shareDashboardBrowser(): Promise<DashboardBrowser> {
  shared ??= launchForWorker();
  return shared;
}

async function launchForWorker(): Promise<DashboardBrowser> {
  const { folder, ...browser } = await launch();
  // Vitest ends its workers by this signal, after which Node would call no listener of `exit`.
  process.once('SIGTERM', () => process.exit());
  // The listener of Puppeteer, which ends the browser, comes before this one.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return browser;
}

/** Starts a browser. It does not draw, because no test looks at pixels. */
export async function launchDashboardBrowser(): Promise<DashboardBrowser> {
  const { folder, ...browser } = await launch();
  return browser;
}

async function launch(): Promise<DashboardBrowser & { folder: string }> {
  const chromium = await provideChromium();
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-browser-'));
  await mkdir(join(folder, 'tmp'));
  const browser = await puppeteer.launch({
    executablePath: chromium.executable,
    headless: 'shell',
    pipe: true,
    args: [
      '--no-sandbox',
      '--disable-setuid-sandbox',
      '--no-zygote',
      // As the scanner: pages run for a short time only.
      '--js-flags=--invocation-count-for-maglev=4000',
      // Only here is everything on the loopback interface. The checks would hide what a deployed service must refuse.
      '--disable-features=LocalNetworkAccessChecks',
      '--disable-gpu',
      '--disable-software-rasterizer',
    ],
    userDataDir: join(folder, 'profile'),
    handleSIGTERM: false,
    issuesEnabled: false,
    env: buildBrowserEnvironment(chromium, folder),
    defaultViewport: { width: 1280, height: 900 },
    protocolTimeout: 60_000,
  });
  return {
    browser,
    folder,
    newPage: async () => openRecordedPage(await browser.createBrowserContext()),
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Adds the errors that a tab reports: exceptions, violations of the policy. */
export function watchErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // Chromium logs each answer that is not a success; tests provoke them.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text());
  });
}

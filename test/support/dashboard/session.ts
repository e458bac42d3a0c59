import type { BrowserContext, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { buildDashboard } from '../../../dashboard/build.ts';
import { shareDashboardBrowser, watchErrors } from './browser.ts';
import { createFakeState } from './fake-calls.ts';
import { accounts } from './fake-data.ts';
import { type FakeService, startFakeService } from './fake-service.ts';
import { openRecordedPage } from './open-screen.ts';

/** A tab with the dashboard. */
export interface DashboardTab {
  service: FakeService;
  page: Page;
  /** Errors that the tabs reported: exceptions, violations of the policy. */
  errors: string[];
}

/** What each test of a file uses. Each test has an empty tab without storage, and a service with its first state. */
export interface DashboardTest extends DashboardTab {
  /** Returns the URL of a path in the account with data. */
  url: (path: string, account?: string) => string;
  /** Opens a further tab of the same browser session. */
  openTab: () => Promise<Page>;
}

/** What all files of a worker share. A new tab takes as much time as a screen, and starts a further process. */
interface Shared extends DashboardTab {
  context: BrowserContext;
  /** A document of the dashboard without scripts. */
  emptyUrl: string;
}

let shared: Promise<Shared> | undefined;

/** Starts browser and service once for a worker, and expects after each test that no tab reported an error. */
export function useDashboard(): DashboardTest {
  const test = useDashboardTab() as DashboardTest;
  beforeEach(() => {
    test.url = (path, account = accounts.full) =>
      `${test.service.origin}${path}${path.includes('?') ? '&' : '?'}account=${account}`;
    test.openTab = async () => openTab((await share()).context, test.errors);
  });
  afterEach(async () => reset(await share()));
  return test;
}

/** As `useDashboard`, but the tests of the file go on where the test before them ended. */
export function useDashboardTab(): DashboardTab {
  const test = {} as DashboardTab;
  beforeAll(async () => {
    Object.assign(test, await share());
  });
  afterEach(() => expect(test.errors.splice(0)).toEqual([]));
  afterAll(async () => reset(await share()));
  return test;
}

function share(): Promise<Shared> {
  shared ??= start();
  return shared;
}

async function start(): Promise<Shared> {
  const [files, { browser }] = await Promise.all([buildDashboard(), shareDashboardBrowser()]);
  const service = await startFakeService(files);
  const context = await browser.createBrowserContext();
  const errors: string[] = [];
  const page = await openTab(context, errors);
  const emptyUrl = `${service.origin}/${files.find(({ path }) => path.endsWith('.svg'))?.path}`;
  await page.goto(emptyUrl);
  return { service, context, page, errors, emptyUrl };
}

async function openTab(context: BrowserContext, errors: string[]): Promise<Page> {
  const page = await openRecordedPage(context);
  watchErrors(page, errors);
  return page;
}

/**
 * Takes from a document what it could still do after its test: to call the service, to store something, and to ask
 * before it is left. To open an empty one instead takes half as much time as a screen.
 * @param url replaces that of the document, because a screen whose URL differs only in its fragment is not loaded
 */
const disarm = (url: string) => `(() => {
  for (let timer = setTimeout(() => {}); timer > 0; timer--) clearTimeout(timer);
  window.fetch = () => new Promise(() => {});
  localStorage.clear();
  sessionStorage.clear();
  Storage.prototype.setItem = () => {};
  Event.prototype.preventDefault = () => {};
  history.replaceState(null, '', '${url}');
})()`;

/** Ends what a test did in the tabs, and undoes what it changed. */
async function reset({ context, page, service, errors, emptyUrl }: Shared): Promise<void> {
  const pages = await context.pages();
  await Promise.all(pages.filter((each) => each !== page).map((each) => each.close()));
  await Promise.all([
    page.setOfflineMode(false),
    page.setCacheEnabled(true),
    page.emulateMediaFeatures([]),
    page.setViewport({ width: 1280, height: 900 }),
  ]);
  // An empty document has no storage.
  if (!page.url().startsWith(service.origin)) await page.goto(emptyUrl);
  await page.evaluate(disarm(emptyUrl));
  Object.assign(service.state, createFakeState());
  service.requests.length = 0;
  errors.length = 0;
}

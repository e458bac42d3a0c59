import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { DashboardFile } from '../../../core/dashboard/dashboard-file.ts';
import { buildDashboard } from '../../../dashboard/build.ts';
import { type DashboardBrowser, launchDashboardBrowser, watchErrors } from './browser.ts';
import { createFakeState } from './fake-calls.ts';
import { accounts } from './fake-data.ts';
import { type FakeService, startFakeService } from './fake-service.ts';
import { openRecordedPage } from './open-screen.ts';

/** What each test of a file uses. Each test has a new tab and a service with its first state. */
export interface DashboardTest {
  service: FakeService;
  browser: DashboardBrowser;
  page: Page;
  /** Errors that the tabs reported: exceptions, violations of the policy. */
  errors: string[];
  /** Returns the URL of a path in the account with data. */
  url: (path: string, account?: string) => string;
  /** Opens a further tab of the same browser session. */
  openTab: () => Promise<Page>;
}

/** Starts browser and service once for a file, and expects after each test that no tab reported an error. */
export function useDashboard(): DashboardTest {
  const test = { errors: [] as string[] } as DashboardTest;
  let files: DashboardFile[];
  const watch = async (page: Page) => {
    watchErrors(page, test.errors);
    await page.setViewport({ width: 1280, height: 900 });
    return page;
  };
  beforeAll(async () => {
    files = await buildDashboard();
    test.browser = await launchDashboardBrowser();
    test.service = await startFakeService(files);
  });
  beforeEach(async () => {
    Object.assign(test.service.state, createFakeState());
    test.service.requests.length = 0;
    test.errors.length = 0;
    test.url = (path, account = accounts.full) =>
      `${test.service.origin}${path}${path.includes('?') ? '&' : '?'}account=${account}`;
    test.page = await watch(await test.browser.newPage());
    test.openTab = async () => watch(await openRecordedPage(test.page.browserContext()));
  });
  afterEach(async () => {
    await test.page.browserContext().close();
    expect(test.errors).toEqual([]);
  });
  afterAll(async () => {
    await test.browser?.close();
    await test.service?.close();
  });
  return test;
}

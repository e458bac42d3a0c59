import type { Browser, CDPSession } from 'puppeteer-core';
import { waitAtMost } from './kill.ts';

const TIMEOUT_MS = 5_000;

/**
 * By name, for `all` also goes through what nothing writes here and takes four times as long.
 * Source: https://chromedevtools.github.io/devtools-protocol/tot/Storage/#type-StorageType
 */
const storageTypes = [
  'cookies',
  'file_systems',
  'indexeddb',
  'local_storage',
  'service_workers',
  'cache_storage',
  'interest_groups',
  'shared_storage',
  'storage_buckets',
].join();

/** Of each browser the session of the blank tab that it began with, which is never sent anywhere. */
const blankTabs = new WeakMap<Browser, Promise<CDPSession>>();

/**
 * Removes what a page left in the browser (cookies, storage, caches, service workers, hosts that asked for https
 * only), so that no page's findings depend on what was scanned before it.
 * @returns false when the browser does not do it in time, or its pages' thread is still held: it should be replaced
 */
export async function clearBrowserState(browser: Browser): Promise<boolean> {
  return (await waitAtMost(TIMEOUT_MS, clear(browser))) !== undefined;
}

async function clear(browser: Browser): Promise<unknown> {
  const session = await blankTab(browser);
  return Promise.all([
    session.send('Network.clearBrowserCookies'),
    session.send('Network.clearBrowserCache'),
    session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes }),
    // All pages share one thread, and a script can run on in a page that was closed.
    session.send('Runtime.evaluate', { expression: '1' }),
  ]);
}

function blankTab(browser: Browser): Promise<CDPSession> {
  const known = blankTabs.get(browser);
  if (known !== undefined) return known;
  const session = (async () => {
    const blank = (await browser.pages()).find((one) => one.url() === 'about:blank');
    const page = blank ?? (await browser.newPage());
    return page.createCDPSession();
  })();
  blankTabs.set(browser, session);
  return session;
}

import type { Browser, CDPSession } from 'puppeteer-core';
import { waitAtMost } from './kill.ts';

const TIMEOUT_MS = 5_000;

/**
 * The storage types to clear. `all` also clears types that no page writes here, and takes four times as long.
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

/** By browser: a session of its initial blank tab, which never navigates. */
const blankTabs = new WeakMap<Browser, Promise<CDPSession>>();

/**
 * Clears the state that a page left in the browser (cookies, storage, caches, service workers, HSTS hosts), so that
 * the findings of a page do not depend on the pages scanned before it.
 * @returns false if the browser must be replaced: it did not clear its state in time, or a script still blocks the
 * thread of its pages
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
    // All pages share one thread, and a script can continue to run after its page was closed.
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

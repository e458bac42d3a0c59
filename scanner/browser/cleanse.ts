import type { Browser } from 'puppeteer-core';

const timeoutMs = 5_000;

/**
 * Removes what a page left in the browser (cookies, storage, caches, service workers), so that no page's findings
 * depend on what was scanned before it.
 * @returns false when the browser does not do it in time and should be replaced
 */
export async function cleanse(browser: Browser): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => timeout.resolve(false), timeoutMs);
  try {
    return await Promise.race([clear(browser), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function clear(browser: Browser): Promise<boolean> {
  try {
    const page = (await browser.pages())[0] ?? (await browser.newPage());
    const session = await page.createCDPSession();
    await Promise.all([
      session.send('Network.clearBrowserCookies'),
      session.send('Network.clearBrowserCache'),
      session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
    ]);
    await session.detach();
    return true;
  } catch {
    return false;
  }
}

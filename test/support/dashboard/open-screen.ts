import type { Page } from 'puppeteer-core';

/** Opens a screen and waits until it shows its data or why there is none. */
export async function openScreen(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  await waitForScreen(page);
}

/** Waits until the screen has a heading and loads nothing. */
export async function waitForScreen(page: Page): Promise<void> {
  await page.waitForFunction(
    `document.querySelector('h1') && !document.querySelector('.spinner, [aria-busy="true"]')`,
    { polling: 30, timeout: 15_000 },
  );
}

import type { BrowserContext, Page } from 'puppeteer-core';

/** Opens a screen and waits until it shows its data, or says why it has no data. */
export async function openScreen(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  await waitForScreen(page);
}

/** Path of a screen that calls nothing. */
const EMPTY_PATH = '/nothing';

/**
 * Opens a screen as a link of the screen before does, because that costs less than to load the document. A screen whose
 * heading would stay is opened after another one. A screen whose URL has a token is loaded, because only the start of
 * the dashboard reads the token.
 */
export async function visitScreen(page: Page, url: string): Promise<void> {
  const next = new URL(url);
  const current = new URL(page.url());
  const isDashboard = current.origin === next.origin && !current.pathname.startsWith('/assets/');
  if (!isDashboard || next.hash !== '' || next.pathname === EMPTY_PATH) return openScreen(page, url);
  const identify = ({ pathname, searchParams }: URL) => `${pathname} ${searchParams.get('account')}`;
  if (identify(current) === identify(next)) {
    await goTo(page, `${next.origin}${EMPTY_PATH}?account=${next.searchParams.get('account')}`);
  }
  await goTo(page, url);
  await waitForScreen(page);
}

/** Goes to another screen of the same document, and waits until it has another heading. */
async function goTo(page: Page, url: string): Promise<void> {
  await page.evaluate(`(() => {
    window.headingBefore = document.querySelector('h1');
    history.pushState(null, '', ${JSON.stringify(url)});
    dispatchEvent(new PopStateEvent('popstate'));
  })()`);
  await page.waitForFunction(`document.querySelector('h1') !== window.headingBefore`, {
    polling: 'mutation',
    timeout: 60_000,
  });
}

/** Waits until the screen has a heading and loads nothing. @param title text of the heading */
export async function waitForScreen(page: Page, title = ''): Promise<void> {
  await page.waitForFunction(
    `document.querySelector('h1')?.textContent.includes(${JSON.stringify(title)})
      && !document.querySelector('.spinner, [aria-busy="true"]')`,
    { polling: 30, timeout: 60_000 },
  );
}

/** An expression for the accessible name, or the text, of an element. */
const READ_NAME = `(each) => each.getAttribute('aria-label') ?? each.labels?.[0]?.innerText ?? each.innerText ?? ''`;

/** Returns the accessible name, or the text, of the element with the focus. */
export async function readFocus(page: Page): Promise<string> {
  return (await page.evaluate(`(${READ_NAME})(document.activeElement)`)) as string;
}

/**
 * An expression for the name of the element with the focus, and for the number of elements that Tab certainly stops at
 * before it reaches one with a name. There may be more: a group of radio buttons is a stop, too.
 */
const readStops = (name: string) => `(() => {
  const readName = ${READ_NAME};
  const { activeElement } = document;
  const focused = readName(activeElement).trim();
  if (activeElement === document.body) return { focused, certain: 0 };
  const stops = [...(document.querySelector('dialog[open]') ?? document)
    .querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((each) => activeElement.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING)
    .filter((each) => each.tabIndex >= 0 && !each.matches(':disabled'))
    .filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const at = stops.findIndex((each) => readName(each).trim().startsWith(${JSON.stringify(name)}));
  const certain = stops.slice(0, Math.max(0, at)).filter((each) => each.type !== 'radio').length;
  return { focused, certain };
})()`;

/** Presses Tab until the element with this name has the focus. @throws Error if no element gets it */
export async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let press = 0; press < 120; press++) {
    await page.keyboard.press('Tab');
    const { focused, certain } = (await page.evaluate(readStops(name))) as {
      focused: string;
      certain: number;
    };
    if (focused.startsWith(name)) return;
    seen.push(focused);
    // To read the focus after each press would take most of the time.
    await Promise.all(Array.from({ length: certain }, () => page.keyboard.press('Tab')));
    press += certain;
  }
  throw new Error(`Tab does not reach "${name}", only: ${seen.join(' | ')}`);
}

/** Presses the element with this name by keyboard. */
export async function pressByKeyboard(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Collects the texts that the live regions announce, by region, in `window.announced`. */
const RECORD_ANNOUNCEMENTS = `(() => {
  window.announced = { status: [], alert: [] };
  const last = {};
  new MutationObserver(() => {
    for (const [region, texts] of Object.entries(window.announced)) {
      const text = document.getElementById(region)?.textContent ?? '';
      if (text !== '' && text !== last[region]) texts.push(text);
      last[region] = text;
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

/** Opens a tab that records announcements, because a live region is emptied as soon as another one follows. */
export async function openRecordedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.evaluateOnNewDocument(RECORD_ANNOUNCEMENTS);
  return page;
}

/** Waits until a live region has announced a text since the announcement that the previous call waited for. */
export async function waitForAnnouncement(page: Page, text: string, region = 'status'): Promise<void> {
  await page.waitForFunction(
    `(() => {
      const texts = window.announced[${JSON.stringify(region)}];
      const at = texts.findIndex((each) => each.includes(${JSON.stringify(text)}));
      texts.splice(0, at + 1);
      return at >= 0;
    })()`,
    { polling: 20, timeout: 60_000 },
  );
}

/** Replaces the clipboard, which a browser without windows does not have; `window.copied` is what was copied. */
export async function replaceClipboard(page: Page): Promise<void> {
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text) => { window.copied = text; } },
  })`);
}

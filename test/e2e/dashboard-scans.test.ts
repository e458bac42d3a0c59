import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClaims } from '../../local/identity/people.ts';
import { type DashboardBrowser, shareDashboardBrowser } from '../support/dashboard/browser.ts';
import { waitForScreen } from '../support/dashboard/open-screen.ts';
import { admit, Visitor } from '../support/dashboard/visitor.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { type SmallSite, servePages } from '../support/small-site.ts';

const PICTURE = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20">';
/** Its text is in front of a picture, so that no rule can compute the contrast. */
const REVIEW =
  '<p style="background: linear-gradient(90deg, #000, #fff); color: #777">Opening hours: 9 to 17</p>';
const BUTTON = '<button type="button"></button>';
const FIELD = '<input type="text" name="amount">';
const REASON = 'Replaced in March';

function buildPage(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><header><a href="/">Home</a> <a href="/prices">Prices</a></header>
<main><h1>${title}</h1>${content}</main></body></html>`;
}

const pages: Record<string, string> = {
  '/': buildPage('Bakery', PICTURE + REVIEW),
  '/prices': buildPage('Prices', FIELD),
};

let service: TestService;
let browser: DashboardBrowser;
let bakery: SmallSite;
let accountId: string;
let ada: Visitor;
let stranger: Visitor;
const email = `ada@${randomUUID()}.example`;
beforeAll(async () => {
  [service, browser, bakery] = await Promise.all([
    sharedService(),
    shareDashboardBrowser(),
    servePages(pages),
  ]);
  accountId = await service.account();
  await admit(service, email, accountId);
  ada = await Visitor.arrive(browser.browser, service);
  stranger = await Visitor.arrive(browser.browser, service);
});
afterAll(async () => {
  await Promise.all([ada, stranger].map((visitor) => visitor?.leave()));
  await bakery?.stop();
});

describe('a person who looks after a site', () => {
  it('adds the site', async () => {
    await ada.open('/', 'Sign in to continue');
    await ada.signIn(email, 'Overview');
    await ada.follow('Add a site');
    await ada.fill('Name', 'Bakery');
    await ada.fill('Start URL', bakery.url);
    await ada.press('Add site');
    await waitForScreen(ada.page, 'Bakery');
  });

  it('watches a scan until the known faults are there', async () => {
    const { pathname } = new URL(ada.page.url());
    // The screen cannot choose `checks`; it keeps what the last scan had.
    const config = { rules: ['wcag-aa'], checks: 'axe' };
    const { json: created } = await ada.call('POST', `${pathname}/scans`, accountId, { config });
    await ada.open(`/scans/${created.id}?account=${accountId}`);
    await ada.find('Sections of the report', 'navigation').wait();
    await ada.waitForText('To fix: 2 issue groups.');
    await ada.press('Violations', 'link');
    await ada.waitForText('Images must have alternative text');
    await ada.waitForText('Form elements must have labels');
  });

  it('suppresses an issue group in later scans', async () => {
    await ada.press('Suppress Form elements must have labels, input');
    await ada.fill('Reason', REASON);
    await ada.press('Suppress');
    await ada.waitForText('Suppressed from the next scan on.');
  });

  it('decides that an element that the rules could not decide is fine', async () => {
    await ada.press('Needs review', 'link');
    await ada.press('Show findings of Elements must meet minimum color contrast ratio thresholds, p');
    await ada.page.locator('button[aria-label^="Decide about"]').click();
    await ada.press('It is fine', 'radio');
    await ada.fill('Reason', REASON);
    await ada.press('Save decision');
    await ada.waitForText('Decided since this scan: it is fine.');
  });

  it('starts a scan after the site has changed, and sees exactly what is new and fixed', async () => {
    pages['/'] = buildPage('Bakery', PICTURE.replace('<img', '<img alt="Bread"') + REVIEW + BUTTON);
    await ada.follow('Bakery');
    await ada.follow('Start scan', 'Scan Bakery');
    await ada.press('Start scan');
    await ada.find('Sections of the report', 'navigation').wait();
    await ada.waitForText('To fix: 1 issue group.');
    const { json: scan } = await ada.call('GET', new URL(ada.page.url()).pathname, accountId);
    expect(scan.config).toMatchObject({ rules: ['wcag-aa'], checks: 'axe' });
    await ada.press('Changes', 'link');
    await ada.waitForText('Fixed: 1');
    expect(await ada.read('#fixed ~ *')).toContain('Images must have alternative text');
    await ada.press('1: show New', 'link');
    await ada.waitForText('Buttons must have discernible text');
    expect(await ada.read('main')).not.toContain('Form elements must have labels');
  });

  it('sees that neither what is suppressed nor what is fine counts any more', async () => {
    await ada.press('Needs review', 'link');
    await ada.waitForText('Decided to be fine: 1 finding.');
    await ada.press('Violations', 'link');
    await ada.waitForText('Buttons must have discernible text');
    await ada.page.select('select[name="suppressed"]', 'true');
    await ada.press('Apply filters');
    await ada.waitForText('Form elements must have labels');
  });

  it('shares the report with a stranger, who sees it without an account until the link is ended', async () => {
    await ada.follow('Share', 'Share this report');
    await ada.press('Create link');
    await waitForScreen(ada.page, 'Link to the report');
    await stranger.page.goto(await ada.read('#link'));
    await waitForScreen(stranger.page, 'Accessibility report of Bakery');
    await stranger.press('Scan details', 'link');
    await stranger.waitForText('Scanned with');
    const details = await stranger.read();
    await stranger.press('Violations', 'link');
    await stranger.press('Show findings of Buttons must have discernible text, button');
    await stranger.page.locator('.finding button[aria-label^="Show picture"]').click();
    await stranger.page.waitForFunction(`document.querySelector('.finding img')?.naturalWidth > 20`);
    const { name } = getClaims(email);
    for (const text of [email, name, REASON]) expect(details + (await stranger.read())).not.toContain(text);
    expect(stranger.page.url()).not.toContain('share_');
    expect(await stranger.context.cookies()).toEqual([]);
    await ada.press('Back to the links');
    await ada.press('End link to the report of Bakery');
    await ada.waitForText('No link to this report works.');
    await stranger.press('Pages', 'link');
    await waitForScreen(stranger.page, 'This link does not work');
  });
});

it('reports no error in the tabs', () => {
  expect([...ada.errors, ...stranger.errors]).toEqual([]);
});

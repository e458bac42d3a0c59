import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DashboardBrowser, launchDashboardBrowser } from '../support/dashboard/browser.ts';
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
let ada: Visitor;
const email = `ada@${randomUUID()}.example`;
beforeAll(async () => {
  [service, browser, bakery] = await Promise.all([
    sharedService(),
    launchDashboardBrowser({ draws: false }),
    servePages(pages),
  ]);
  await admit(service, email, await service.account());
  ada = await Visitor.arrive(browser.browser, service);
});
afterAll(async () => {
  await browser?.close();
  await bakery?.stop();
});

/** Starts a scan on its screen, and waits on the screen of the scan until the report is there. */
async function scan(): Promise<void> {
  await ada.follow('Start scan', 'Scan Bakery');
  await ada.press('Start scan');
  await ada.find('Sections of the report', 'navigation').wait();
}

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

  it('starts a scan and watches it until the known faults are there', async () => {
    await scan();
    await ada.waitForText('To fix: 2 issue groups.');
    await ada.press('Violations', 'link');
    await ada.waitForText('Images must have alternative text');
    await ada.waitForText('Form elements must have labels');
    await ada.press('Needs review', 'link');
    await ada.waitForText('Elements must meet minimum color contrast ratio thresholds');
  });

  it('sees exactly what is new and fixed after the site has changed', async () => {
    pages['/'] = buildPage('Bakery', PICTURE.replace('<img', '<img alt="Bread"') + REVIEW + BUTTON);
    await ada.follow('Bakery');
    await scan();
    await ada.press('Changes', 'link');
    await ada.waitForText('Fixed: 1');
    expect(await ada.read('#fixed ~ *')).toContain('Images must have alternative text');
    await ada.press('1: show New', 'link');
    await ada.waitForText('Buttons must have discernible text');
    expect(await ada.read('main')).not.toContain('Form elements must have labels');
  });
});

it('reports no error in the tab', () => {
  expect(ada.errors).toEqual([]);
});

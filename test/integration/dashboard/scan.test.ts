import { describe, expect, it } from 'vitest';
import { problem } from '../../support/dashboard/fake-answer.ts';
import { HOSTILE } from '../../support/dashboard/fake-data.ts';
import { endedScanId, runningScanId } from '../../support/dashboard/fake-results.ts';
import {
  openScreen,
  pressByKeyboard,
  readFocus,
  replaceClipboard,
  waitForAnnouncement,
  waitForScreen,
} from '../../support/dashboard/open-screen.ts';
import { useDashboard } from '../../support/dashboard/session.ts';

const test = useDashboard();
const ended = (query = '') => `/scans/${endedScanId}${query}`;
const running = `/scans/${runningScanId}`;
const read = (selector: string) =>
  test.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`);
const count = (selector: string) =>
  test.page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
const listCalls = (part: string) => test.service.requests.filter(({ url }) => url.includes(part));

describe('the progress of a scan', () => {
  it('is updated until the report is ready, then the results are shown', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(running));
    expect(await read('progress + .facts')).toContain('12 of 40 pages');
    const scan = service.state.scans.find(({ id }) => id === runningScanId);
    Object.assign(scan ?? {}, { status: 'completed', report: 'ready' });
    await waitForAnnouncement(page, 'The scan is completed');
    await waitForScreen(page);
    expect(await read('.tabs [aria-current]')).toBe('Summary');
    const before = listCalls(running).length;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(listCalls(running).length).toBe(before);
  });

  it('goes on after a call that failed', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(running));
    service.state.overrides[`GET ${running}`] = problem(503, 'service-unavailable', 'The service is busy.');
    await waitForAnnouncement(page, 'The service is busy.', 'alert');
    expect(await count('progress')).toBe(1);
    service.state.overrides = {};
    await page.waitForFunction(`document.querySelector('.notice') === null`);
  });

  it('is cancelled after a question, by keyboard', async () => {
    const { page, url } = test;
    await openScreen(page, url(running));
    await pressByKeyboard(page, 'Cancel the scan');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Cancel the scan');
    await waitForAnnouncement(page, 'The scan was cancelled');
    expect(await read('.notice')).toContain('There is no report.');
  });
});

describe('the results of a scan', () => {
  it('show the findings of one issue group, which the URL names, and escape all texts', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations')));
    expect(await count('article')).toBe(3);
    expect(await read('main')).toContain(HOSTILE);
    await pressByKeyboard(page, 'Show findings of Images');
    await page.waitForSelector('.finding');
    expect(await readFocus(page)).toMatch(/^Hide findings of Images/);
    expect(new URL(page.url()).searchParams.get('group')).toBe('grp_1');
    expect(await count('.finding')).toBe(2);
    await page.goBack();
    await page.waitForFunction(`document.querySelector('.finding') === null`);
  });

  it('are filtered by the service', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations&impact=moderate&rule=region')));
    expect(await count('article')).toBe(1);
    expect(listCalls('/groups').at(-1)?.url).toContain(
      'impact=moderate&rule=region&suppressed=false&kind=violation',
    );
  });

  it('copy a finding as Markdown', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations&group=grp_1')));
    await page.waitForSelector('.finding');
    await replaceClipboard(page);
    await pressByKeyboard(page, 'Copy as Markdown');
    await waitForAnnouncement(page, 'Copied to the clipboard.');
    expect(await page.evaluate('window.copied')).toContain('**Critical: Images must have alternative text**');
  });

  it('get the picture of a finding only when it is asked for, because each link is in the audit log', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations&group=grp_1')));
    await page.waitForSelector('.finding');
    expect(listCalls('/pictures/')).toEqual([]);
    await pressByKeyboard(page, 'Show picture of html > body');
    await page.waitForFunction(`document.querySelector('.finding img, .notice.error') !== null`);
    expect(listCalls('/pictures/pic_')).not.toEqual([]);
  });

  it('lead from a page to its violations', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=pages')));
    await pressByKeyboard(page, '1: show violations on https://www.example.com/');
    await page.waitForSelector('article');
    expect(listCalls('/groups').at(-1)?.url).toContain(
      `page=${encodeURIComponent('https://www.example.com/')}`,
    );
  });

  it('get a link for a download, without the session in it', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended()));
    await page.evaluate(`window.open = (...given) => { window.opened = given; }`);
    await pressByKeyboard(page, 'Open the report');
    await waitForAnnouncement(page, 'The link to the report is ready.');
    expect(await page.evaluate('window.opened')).toEqual(['/nothing', '_blank', 'noopener,noreferrer']);
    expect(listCalls('/report?').at(-1)?.url).toContain('format=html&delivery=link');
  });
});

describe('accepting a scan', () => {
  it('needs a reason, and is shown with it', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended()));
    await pressByKeyboard(page, 'Accept as baseline');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Accept');
    await page.waitForSelector('.error-summary');
    await pressByKeyboard(page, 'Reason must not be empty');
    await page.keyboard.type('Known');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, 'The scan was accepted as the baseline.');
    expect(await read('.notice')).toContain('Ada Lovelace accepted this scan as the baseline: Known');
  });

  it('is not offered to a member who may not do it', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url(ended()));
    expect(await read('main')).not.toContain('Accept as baseline');
    await openScreen(page, url(running));
    expect(await read('main')).not.toContain('Cancel the scan');
  });
});

import { describe, expect, it } from 'vitest';
import { problem } from '../../support/dashboard/fake-answer.ts';
import { HOSTILE } from '../../support/dashboard/fake-data.ts';
import { sharedScanId, shareToken } from '../../support/dashboard/fake-sharing.ts';
import {
  openScreen,
  pressByKeyboard,
  readFocus,
  tabTo,
  waitForAnnouncement,
  waitForScreen,
} from '../../support/dashboard/open-screen.ts';
import { useDashboard } from '../../support/dashboard/session.ts';

const test = useDashboard();
const path = `/scans/${sharedScanId}/share`;

async function createLink() {
  const { page, url } = test;
  await openScreen(page, url(path));
  await page.waitForSelector('#field-note');
  await pressByKeyboard(page, 'Create link');
  await waitForScreen(page, 'Link to the report');
}

describe('sharing a report', () => {
  it('works by keyboard: an error is explained at its field, then the link is shown, and listed', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path));
    await tabTo(page, 'Ends after');
    await page.keyboard.type('100');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.error-summary');
    expect(await page.evaluate(`document.querySelector('#field-expiresInDays-error').innerText`)).toContain(
      'must be at most 90',
    );
    await page.focus('#field-expiresInDays');
    await page.evaluate(`document.activeElement.select()`);
    await page.keyboard.type('7');
    await tabTo(page, 'For whom');
    await page.keyboard.type('Agency');
    await page.keyboard.press('Enter');
    await waitForScreen(page, 'Link to the report');
    const sent = service.requests.findLast(({ method }) => method === 'POST');
    expect(JSON.parse(sent?.body ?? '')).toEqual({ scanId: sharedScanId, expiresInDays: 7, note: 'Agency' });
    await pressByKeyboard(page, 'Back to the links');
    await waitForScreen(page, 'Share this report');
    await page.waitForSelector('tbody tr');
    expect(await page.evaluate(`document.querySelector('tbody').innerText`)).toContain('Agency');
  });

  it('shows the link once: it is in no URL, history entry or storage, and wiped with the page', async () => {
    const { page, service } = test;
    await createLink();
    expect(await page.evaluate('document.body.innerText')).toContain(shareToken);
    const stored = `JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])`;
    expect(await page.evaluate(stored)).not.toContain(shareToken);
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`);
    await waitForScreen(page, 'Share this report');
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(shareToken);
    expect(service.requests.some(({ url }) => url.includes(shareToken))).toBe(false);
  });
});

describe('the shared reports of an account', () => {
  it('are ended one by one, and say so', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/settings/shared-reports'));
    await page.waitForSelector('tbody tr');
    await pressByKeyboard(page, 'End link to the report of Shop Agency that builds the shop');
    await waitForAnnouncement(page, 'The link to the report of Shop no longer works.');
    expect(service.state.shared.map(({ siteName }) => siteName)).not.toContain('Shop');
    expect(await readFocus(page)).toBe('Shared reports');
  });

  it('are forbidden after a question, and allowed again', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/settings/account'));
    await pressByKeyboard(page, 'Forbid sharing');
    await page.waitForSelector('dialog[open]');
    expect(service.requests.some(({ method }) => method === 'PATCH')).toBe(false);
    await page.evaluate(`document.querySelector('dialog .danger').click()`);
    await waitForAnnouncement(page, 'Sharing is forbidden. No link works any more.');
    await pressByKeyboard(page, 'Allow sharing');
    await waitForAnnouncement(page, 'Reports can be shared again.');
    const sent = service.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(sent).toEqual(['{"sharing":"forbidden"}', '{"sharing":"allowed"}']);
  });
});

describe('a stranger with a link', () => {
  const open = async (query = '', token = shareToken) =>
    openScreen(test.page, `${test.service.origin}/shared${query}#${token}`);
  const read = (selector: string) =>
    test.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`);

  it('reads each section by keyboard, without a session, and sees texts of the pages as texts', async () => {
    const { page, service } = test;
    await open();
    await waitForScreen(page, 'Accessibility report of');
    for (const [name, shown] of [
      ['Changes', 'Compared with'],
      ['Violations', HOSTILE],
      ['Needs review', 'Elements must meet minimum color contrast'],
      ['Pages', 'Pages of the scan'],
      ['Not tested', 'Rules that ran'],
      ['Scan details', HOSTILE],
    ]) {
      await pressByKeyboard(page, String(name));
      await page.waitForFunction(
        `document.querySelector('main').innerText.includes(${JSON.stringify(shown)})`,
      );
      expect(await read('.tabs [aria-current]')).toBe(name);
    }
    expect(await page.evaluate(`document.querySelectorAll('img, nav.menu').length`)).toBe(0);
    expect(await page.title()).not.toContain('attacked');
    const calls = service.requests.filter(({ url }) => url.startsWith('/api/'));
    expect(calls.filter(({ url }) => !url.startsWith('/api/v1/shared-report'))).toEqual([]);
    for (const { headers } of calls) {
      expect(headers['a11y-account']).toBeUndefined();
      expect(headers.cookie).toBeUndefined();
    }
  });

  it('can do nothing with a finding but read it, copy it and see its picture', async () => {
    const { page, service } = test;
    await open('?tab=violations&group=grp_1');
    await page.waitForSelector('.finding');
    expect(await read('.finding .actions')).toBe('Copy as Markdown');
    await pressByKeyboard(page, 'Show picture of html > body');
    await page.waitForFunction(`document.querySelector('.finding img')?.naturalWidth > 0`);
    expect(service.requests.some(({ url }) => url.startsWith('/api/v1/shared-report/pictures/pic_'))).toBe(
      true,
    );
  });

  it('has the section in the address, and the token neither there nor in a request path or referrer', async () => {
    const { page, service } = test;
    await open();
    await waitForScreen(page, 'Accessibility report of');
    const seen: string[] = [page.url()];
    await pressByKeyboard(page, 'Violations');
    await page.waitForSelector('article');
    await pressByKeyboard(page, 'Show findings of Images');
    await page.waitForSelector('.finding');
    expect(new URL(page.url()).search).toBe('?tab=violations&group=grp_1');
    seen.push(page.url());
    await page.reload();
    await page.waitForSelector('.finding');
    seen.push(page.url());
    for (let step = 0; step < 2; step++) {
      await page.goBack();
      seen.push(page.url());
    }
    await waitForScreen(page, 'Accessibility report of');
    expect(seen.at(-1)).toBe(`${service.origin}/shared`);
    const traces = `JSON.stringify([location.href, document.referrer, history.state, document.cookie, { ...localStorage }])`;
    expect(await page.evaluate(traces)).not.toContain('share_');
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(shareToken);
    for (const { url, headers } of service.requests) {
      seen.push(`${url} ${headers.referer ?? ''} ${headers.cookie ?? ''}`);
    }
    expect(seen.filter((text) => text.includes('share_'))).toEqual([]);
  });

  it('keeps the section when a link leads to a part of the page', async () => {
    const { page } = test;
    await open('?tab=not-tested');
    await waitForScreen(page, 'Accessibility report of');
    await page.evaluate(`location.hash = 'main'`);
    await page.reload();
    await waitForScreen(page, 'Accessibility report of');
    expect(await read('.tabs [aria-current]')).toBe('Not tested');
  });

  it('learns that the link does not work', async () => {
    const { page } = test;
    await open('', 'share_wrong');
    await waitForScreen(page, 'This link does not work');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('share_wrong');
    await page.reload();
    await waitForScreen(page, 'No report in this address');
  });

  it('learns at the next call that the link was ended, and sees nothing of the report any more', async () => {
    const { page, service } = test;
    await open('?tab=violations');
    await page.waitForSelector('article');
    const ended = problem(404, 'shared-report-not-found', 'The link is not valid.');
    service.state.overrides['GET /shared-report/findings'] = ended;
    await pressByKeyboard(page, 'Show findings of Images');
    await waitForScreen(page, 'This link does not work');
    expect(await readFocus(page)).toBe('This link does not work');
    expect(await read('main')).not.toContain('Images');
    expect(await page.title()).not.toContain('Accessibility report');
  });

  it('can repeat a call that failed, and goes on', async () => {
    const { page, service } = test;
    await open();
    await waitForScreen(page, 'Accessibility report of');
    service.state.overrides['GET /shared-report/groups'] = problem(503, 'service-unavailable', 'It is busy.');
    await pressByKeyboard(page, 'Violations');
    await waitForAnnouncement(page, 'It is busy.', 'alert');
    service.state.overrides = {};
    await pressByKeyboard(page, 'Try again');
    await page.waitForSelector('article');
  });
});

import { describe, expect, it } from 'vitest';
import { sharedScanId, shareToken } from '../../support/dashboard/fake-sharing.ts';
import {
  openScreen,
  pressByKeyboard,
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
  it('reads the report without a session, and the token is in no address, request path or referrer', async () => {
    const { page, service } = test;
    await openScreen(page, `${service.origin}/shared#${shareToken}`);
    await waitForScreen(page, 'Accessibility report of');
    expect(page.url()).toBe(`${service.origin}/shared`);
    await page.waitForSelector('article');
    expect(await page.evaluate(`document.querySelectorAll('img, nav.menu').length`)).toBe(0);
    expect(await page.title()).not.toBe('attacked');
    const calls = service.requests.filter(({ url }) => url.startsWith('/api/'));
    expect(new Set(calls.map(({ url }) => url.split('?')[0]))).toEqual(
      new Set(['/api/v1/shared-report', '/api/v1/shared-report/groups']),
    );
    for (const { url, headers } of service.requests) {
      expect(`${url} ${headers.referer ?? ''} ${headers.cookie ?? ''}`).not.toContain(shareToken);
    }
    await page.reload();
    await waitForScreen(page, 'Accessibility report of');
  });

  it('learns that the link does not work', async () => {
    const { page, service } = test;
    await openScreen(page, `${service.origin}/shared#share_wrong`);
    await page.waitForSelector('.notice');
    expect(await page.evaluate(`document.querySelector('.notice').innerText`)).toContain(
      'This link does not work',
    );
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('share_wrong');
  });
});

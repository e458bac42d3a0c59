import { describe, expect, it } from 'vitest';
import { problem } from '../../support/dashboard/fake-answer.ts';
import { id, personId, unsubscribeToken } from '../../support/dashboard/fake-data.ts';
import {
  openScreen,
  pressByKeyboard,
  readFocus,
  waitForAnnouncement,
  waitForScreen,
} from '../../support/dashboard/open-screen.ts';
import { useDashboard } from '../../support/dashboard/session.ts';

const test = useDashboard();
const calls = () => test.service.requests.filter(({ url }) => url.includes('/unsubscribe?'));
const open = (token: string) => openScreen(test.page, `${test.service.origin}/unsubscribe#${token}`);

describe('the link in a mail', () => {
  it('changes nothing when it is opened, and stops the mails by keyboard, without a session', async () => {
    const { page, service } = test;
    service.state.isSignedIn = false;
    await open(unsubscribeToken);
    await waitForScreen(page, 'Stop alerts by mail?');
    expect(page.url()).toBe(`${service.origin}/unsubscribe`);
    expect(calls()).toEqual([]);
    await pressByKeyboard(page, 'Stop alerts by mail');
    await waitForAnnouncement(page, 'You get no more alerts of this account by mail.');
    await waitForScreen(page, 'You get no more alerts of this account by mail.');
    expect(await readFocus(page)).toBe('You get no more alerts of this account by mail.');
    const [call, ...others] = calls();
    expect(others).toEqual([]);
    expect(call?.method).toBe('POST');
    expect(call?.headers.cookie).toBeUndefined();
    expect(call?.headers).not.toHaveProperty('a11y-account');
    expect(service.requests.filter(({ url }) => url.startsWith('/api/'))).toEqual([call]);
    expect(await page.evaluate(`document.querySelector('main p a').getAttribute('href')`)).toBe(
      `/settings/notifications?account=${id('acct', '1')}`,
    );
  });

  it('that is forged or incomplete says so, and what to do', async () => {
    const { page } = test;
    await open(unsubscribeToken.replaceAll('s'.repeat(43), 't'.repeat(43)));
    await pressByKeyboard(page, 'Stop alerts by mail');
    await page.waitForFunction(`document.body.innerText.includes('The link is not valid')`);
    // An incomplete link does not use the token of the one before.
    await page.goto('about:blank');
    await open(unsubscribeToken.slice(0, 40));
    await waitForScreen(page, 'Mail');
    expect(await page.evaluate('document.body.innerText')).toContain('Open the whole link');
  });
  it('leaves no trace in the tab after it was used', async () => {
    const { page } = test;
    await open(unsubscribeToken);
    await page.reload();
    await waitForScreen(page, 'Stop alerts by mail?');
    await pressByKeyboard(page, 'Stop alerts by mail');
    await waitForScreen(page, 'You get no more alerts');
    expect(await page.evaluate('JSON.stringify([history.state, { ...sessionStorage }])')).not.toContain(
      personId,
    );
    await page.reload();
    await waitForScreen(page, 'Mail');
    expect(await page.evaluate('document.body.innerText')).toContain('No mail in this address');
  });

  it('can be used again if the service was busy', async () => {
    const { page, service } = test;
    service.state.overrides['POST /unsubscribe'] = problem(429, 'rate-limited', 'Wait 3 s, then try again.');
    await open(unsubscribeToken);
    await pressByKeyboard(page, 'Stop alerts by mail');
    await waitForAnnouncement(page, 'Wait 3 s, then try again.', 'alert');
    service.state.overrides = {};
    await pressByKeyboard(page, 'Stop alerts by mail');
    await waitForScreen(page, 'You get no more alerts');
  });
});

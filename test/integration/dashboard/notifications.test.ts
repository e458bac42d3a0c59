import { describe, expect, it } from 'vitest';
import { setNotificationsSchema } from '../../../core/mail/notifications.ts';
import { problem } from '../../support/dashboard/fake-answer.ts';
import { accounts, HOSTILE } from '../../support/dashboard/fake-data.ts';
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
const read = (selector: string) =>
  test.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`) as Promise<string>;
const listCalls = (method: string) =>
  test.service.requests.filter((each) => each.method === method && each.url.startsWith('/api/'));

describe('the mails of a person', () => {
  it('are switched on and off by keyboard for each account', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/notifications'));
    await tabTo(page, 'Digests');
    await page.keyboard.press('Space');
    await pressByKeyboard(page, 'Save for Acme Shops');
    await waitForAnnouncement(page, 'Your choice was saved.');
    expect(await readFocus(page)).toBe('Save for Acme Shops');
    const sent = JSON.parse(listCalls('PUT')[0]?.body ?? '') as unknown;
    expect(sent).toEqual({ accountId: accounts.full, alerts: true, digests: true });
    expect(Object.keys(setNotificationsSchema.shape)).toEqual(Object.keys(sent as object));
    expect(await read('main')).toContain(HOSTILE);
    expect(await page.evaluate('document.images.length')).toBe(0);
  });

  it('say why an address gets none, and start again after a sign-in', async () => {
    const { page, url, service } = test;
    service.state.overrides['POST /me/notifications/start'] = problem(403, 'sign-in-too-old', 'Sign in.');
    await openScreen(page, url('/settings/notifications'));
    expect(await read('.notice.error')).toContain(
      'The mail server of ada@example.com refused a mail for good.',
    );
    await pressByKeyboard(page, 'Start mails again');
    await page.waitForSelector('.notice.warning');
    expect(await read('.notice.warning')).toContain('Sign in again to do this');
    service.state.overrides = {};
    await pressByKeyboard(page, 'Sign in again');
    await waitForScreen(page, 'Notifications');
    await pressByKeyboard(page, 'Start mails again');
    await waitForAnnouncement(page, 'Mails are sent to you again.');
    expect(await readFocus(page)).toBe('Notifications');
    expect(await read('main')).toContain('Mails are sent to ada@example.com');
  });

  it('say that the service sends none', async () => {
    const { page, url, service } = test;
    Object.assign(service.state.notifications, { mail: 'off', stopped: null });
    await openScreen(page, url('/settings/notifications'));
    expect(await read('.notice.warning')).toContain('This service sends no mail');
  });
});

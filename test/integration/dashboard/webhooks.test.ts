import { describe, expect, it } from 'vitest';
import { updateWebhookSchema } from '../../../core/alerts/webhook-bodies.ts';
import { deliveryId, webhookId, webhookSecret } from '../../support/dashboard/fake-alerts.ts';
import { problem } from '../../support/dashboard/fake-answer.ts';
import { HOSTILE, id, keyId } from '../../support/dashboard/fake-data.ts';
import { siteId } from '../../support/dashboard/fake-sites.ts';
import {
  openScreen,
  pressByKeyboard,
  readFocus,
  replaceClipboard,
  tabTo,
  waitForAnnouncement,
  waitForScreen,
} from '../../support/dashboard/open-screen.ts';
import { useDashboard } from '../../support/dashboard/session.ts';

const test = useDashboard();
const read = (selector: string) =>
  test.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`) as Promise<string>;
const readLast = (method: string) =>
  JSON.parse(test.service.requests.findLast((each) => each.method === method)?.body ?? 'null') as unknown;
const path = `/settings/webhooks/${webhookId}`;

describe('the webhooks of an account', () => {
  it('say since when one fails, and why one is disabled', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/webhooks'));
    await page.waitForSelector('tbody tr');
    const text = await read('tbody');
    expect(text).toMatch(/Failing\s+Every attempt has failed since/);
    expect(text).toMatch(/Disabled\s+Every attempt failed for five days\. Disabled since/);
    expect(text).toContain(HOSTILE);
    expect(await page.evaluate('document.images.length')).toBe(0);
  });

  it('are no screen for a manager', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'manager';
    await openScreen(page, url('/settings/webhooks'));
    expect(await read('h1')).toBe('Your role does not permit this');
  });
});

describe('a new webhook', () => {
  it('is created by keyboard; an error leads to its field; the secret is shown once and copied', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/webhooks'));
    await pressByKeyboard(page, 'Create webhook');
    await waitForScreen(page, 'Create webhook');
    await tabTo(page, 'URL');
    await page.keyboard.type('http://hooks.example.com/');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.error-summary');
    await page.keyboard.press('Tab');
    expect(await readFocus(page)).toBe('URL must begin with https://');
    await page.keyboard.press('Enter');
    await page.evaluate('document.activeElement.select()');
    await page.keyboard.type('https://hooks.example.com/');
    await tabTo(page, 'Gate failed');
    await page.keyboard.press('Space');
    await tabTo(page, 'All sites of the account');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#field-site-0');
    await tabTo(page, 'Shop');
    await page.keyboard.press('Space');
    await pressByKeyboard(page, 'Create webhook');
    await waitForScreen(page, 'Secret of the webhook');
    expect(readLast('POST')).toEqual({
      url: 'https://hooks.example.com/',
      events: ['issues.new', 'issues.regressed', 'gate.failed'],
      sites: [siteId],
      description: '',
    });
    expect(await read('#value')).toBe(webhookSecret);
    await replaceClipboard(page);
    await pressByKeyboard(page, 'Done');
    await page.waitForSelector('dialog[open]');
    expect(await read('dialog')).toContain('You have not copied the secret');
    await pressByKeyboard(page, 'Stay on this screen');
    await page.waitForFunction(`document.querySelector('dialog') === null`);
    await pressByKeyboard(page, 'Copy');
    await waitForAnnouncement(page, 'The secret was copied.');
    expect(await page.evaluate('window.copied')).toBe(webhookSecret);
    await pressByKeyboard(page, 'Done');
    await waitForScreen(page, 'https://hooks.example.com/');
  });

  it('leaves its secret in no URL, history entry or storage, and loses it with the page', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(`${path}?tab=settings`));
    await pressByKeyboard(page, 'Rotate secret');
    await waitForScreen(page, 'Secret of the webhook');
    expect(await read('main')).toContain('Requests are also signed with the secret before until');
    const stored = `JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }])`;
    expect(await page.evaluate(stored)).not.toContain('whsec_');
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`);
    await page.waitForFunction(`!document.body.innerText.includes('whsec_')`);
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(webhookSecret);
    expect(await read('main')).toContain('A secret is shown once');
    expect(service.requests.some(({ url: each }) => each.includes('whsec'))).toBe(false);
  });
});

describe('a webhook', () => {
  it('explains that both secrets sign for 24 hours before its secret is rotated', async () => {
    const { page, url } = test;
    await openScreen(page, url(`${path}?tab=settings`));
    await page.waitForSelector('[aria-label="Rotate secret"]');
    const text = await read('[aria-label="Rotate secret"]');
    expect(text).toContain('For 24 hours requests are signed with the new secret and with the one before');
    expect(text).toContain('If you rotate it now, that one ends at once.');
  });

  it('offers to sign in again if a change needs it, and keeps what was entered', async () => {
    const { page, url, service } = test;
    service.state.overrides[`PATCH /webhooks/${webhookId}`] = problem(
      403,
      'sign-in-too-old',
      'Sign in again.',
    );
    await openScreen(page, url(`${path}?tab=settings`));
    await page.waitForSelector('#field-description');
    await tabTo(page, 'Description');
    await page.keyboard.type('For the shop');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.notice.warning a.button');
    service.state.overrides = {};
    await pressByKeyboard(page, 'Sign in again');
    await page.waitForFunction(`document.querySelector('#field-description')?.value === 'For the shop'`);
    await pressByKeyboard(page, 'Save webhook');
    await waitForAnnouncement(page, 'The webhook was saved.');
    expect(updateWebhookSchema.safeParse(readLast('PATCH')).success).toBe(true);
    expect(await read('.facts')).toContain('For the shop');
  });

  it('is enabled again, disabled and deleted, the latter two after a question', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(`/settings/webhooks/${id('webhook', '2')}?tab=settings`));
    expect(
      await page.evaluate(`[...document.querySelectorAll('button')].some(({ innerText }) =>
      innerText === 'Send test event')`),
    ).toBe(false);
    await pressByKeyboard(page, 'Enable again');
    await waitForAnnouncement(page, 'The webhook is active again.');
    expect(readLast('PATCH')).toEqual({ state: 'active' });
    expect(await readFocus(page)).toContain('https://hooks.example.com/long');
    await pressByKeyboard(page, 'Disable this webhook');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Disable');
    await waitForScreen(page, 'Webhooks');
    expect(await read('.notice')).toBe('The webhook was disabled.');
    expect(readLast('PATCH')).toEqual({ state: 'disabled' });
    await openScreen(page, url(`${path}?tab=settings`));
    await pressByKeyboard(page, 'Delete this webhook');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Delete');
    await waitForScreen(page, 'Webhooks');
    expect(service.state.webhooks).toHaveLength(2);
  });
});

describe('the deliveries of a webhook', () => {
  it('are filtered by state and event; the filters are in the URL', async () => {
    const { page, url } = test;
    await openScreen(page, url(path));
    await page.waitForSelector('tbody tr');
    expect(await page.evaluate(`document.querySelectorAll('tbody tr').length`)).toBe(3);
    await tabTo(page, 'State');
    await page.keyboard.type('Delivered');
    await tabTo(page, 'Event');
    await page.keyboard.type('Gate failed');
    await pressByKeyboard(page, 'Apply filters');
    await page.waitForFunction(`document.querySelectorAll('tbody tr').length === 1`);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('state'), searchParams.get('type')]).toEqual(['delivered', 'gate.failed']);
    expect(await readFocus(page)).toBe('Apply filters');
    await page.reload();
    await page.waitForFunction(`document.querySelectorAll('tbody tr').length === 1`);
    await openScreen(page, url(`${path}?state=failed`));
    await page.waitForSelector('.empty');
    expect(await read('.empty')).toContain('No delivery matches');
  });

  it('show the request, and each answer with its duration and why it failed, as text', async () => {
    const { page, url } = test;
    await openScreen(page, url(path));
    await pressByKeyboard(page, 'New problems, ');
    await waitForScreen(page, 'Delivery: New problems');
    const text = await read('main');
    expect(text).toContain('webhook-signature: v1,');
    expect(text).toMatch(/Status 500[\s\S]*The receiver answered with status 500\.[\s\S]*1,204 ms/);
    expect(text).toMatch(/No answer[\s\S]*No answer within 10 s\.[\s\S]*10,000 ms/);
    expect(await read('#body')).toContain(HOSTILE.replaceAll('"', '\\"'));
    expect(await page.evaluate('document.images.length')).toBe(0);
    expect(await page.title()).not.toContain('attacked');
  });

  it('are sent again, and the screen shows how that ends', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(`${path}/deliveries/${deliveryId}`));
    await pressByKeyboard(page, 'Send again');
    await waitForAnnouncement(page, 'It is being sent again, with the same event ID.');
    expect(await readFocus(page)).toBe('Delivery: New problems');
    Object.assign(service.state.deliveries[0] ?? {}, { state: 'delivered', nextAttemptAt: null });
    await waitForAnnouncement(page, 'The delivery has changed: Delivered.');
    expect(await read('.facts')).toContain('The receiver accepted it.');
  });

  it('include a test event, whose end is shown', async () => {
    const { page, url } = test;
    await openScreen(page, url(path));
    await pressByKeyboard(page, 'Send test event');
    await waitForScreen(page, 'Delivery: Test event');
    expect(await read('.notice')).toContain('A test event is being sent.');
  });

  it('cannot be sent again while the webhook is disabled, which the screen explains', async () => {
    const { page, url, service } = test;
    service.state.overrides[`POST /webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`] = problem(
      409,
      'webhook-disabled',
      'Enable the endpoint first.',
    );
    await openScreen(page, url(`${path}/deliveries/${deliveryId}`));
    await pressByKeyboard(page, 'Send again');
    await waitForAnnouncement(page, 'Enable the endpoint first.', 'alert');
  });
});

describe('a key that created webhooks', () => {
  it('names them when it is revoked, because they go on', async () => {
    const { page, url, service } = test;
    for (const webhook of service.state.webhooks) webhook.createdBy = { keyId, name: 'CI of the shop' };
    await openScreen(page, url(`/settings/api-keys/${keyId}`));
    await pressByKeyboard(page, 'Revoke this key');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Revoke');
    await waitForAnnouncement(page, 'CI of the shop was revoked.');
    await page.waitForFunction(`document.querySelector('dialog') === null`);
    expect(await readFocus(page)).toBe('Webhooks of this key go on');
    await pressByKeyboard(page, 'https://hooks.example.com/accessibility');
    await waitForScreen(page, 'https://hooks.example.com/accessibility');
  });
});

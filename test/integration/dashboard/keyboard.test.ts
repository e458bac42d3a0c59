import { describe, expect, it } from 'vitest';
import { ok } from '../../support/dashboard/fake-answer.ts';
import { keyValue } from '../../support/dashboard/fake-calls.ts';
import { createAccount, HOSTILE, keyId } from '../../support/dashboard/fake-data.ts';
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

describe('a list at 320 px', () => {
  it('has no stop in the header of its table, which is not visible', async () => {
    const { page, url } = test;
    await page.setViewport({ width: 320, height: 700 });
    await openScreen(page, url('/settings/api-keys'));
    await page.waitForSelector('tbody tr');
    const read = (code: string) => page.evaluate(code);
    const visible = `[...document.querySelectorAll('thead button')].filter((each) => each.checkVisibility()).length`;
    expect(await read(visible)).toBe(0);
    expect(await read(`document.querySelector('thead th').innerText`)).toBe('Name');
    await page.setViewport({ width: 1280, height: 900 });
    expect(await read(visible)).toBeGreaterThan(3);
  });
});

describe('tasks by keyboard alone', () => {
  it('skip the header and the navigation', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/members'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await readFocus(page)).toBe('Invite a person');
  });

  it('create a key: the errors are explained, the value is shown once and copied', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/settings/api-keys'));
    await pressByKeyboard(page, 'Create API key');
    await waitForScreen(page, 'Create API key');
    await tabTo(page, 'Name');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.error-summary');
    await page.waitForFunction(`document.activeElement.querySelector('.error-summary') !== null`);
    await page.keyboard.press('Tab');
    expect(await readFocus(page)).toBe('Name must not be empty');
    await page.keyboard.press('Enter');
    expect(await readFocus(page)).toBe('Name');
    expect(
      await page.evaluate(`(() => {
        const { activeElement } = document;
        const texts = activeElement.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).innerText);
        return [activeElement.getAttribute('aria-invalid'), ...texts];
      })()`),
    ).toEqual(['true', expect.stringContaining('Where the key is used'), 'Name must not be empty']);
    await page.keyboard.type('Nightly CI');
    await page.keyboard.press('Enter');
    await waitForScreen(page, 'Value of Nightly CI');
    expect(await readFocus(page)).toBe('Value of Nightly CI');
    await replaceClipboard(page);
    await pressByKeyboard(page, 'Copy');
    await waitForAnnouncement(page, 'copied');
    expect(await page.evaluate('window.copied')).toBe(keyValue);
    await pressByKeyboard(page, 'Done');
    await waitForScreen(page, 'Nightly CI');
    const created = service.requests.filter(
      ({ method, url: each }) => method === 'POST' && each.endsWith('/api-keys'),
    );
    expect(created.map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({ name: '' }),
      { name: 'Nightly CI', description: '', role: 'viewer', expiresInDays: 90 },
    ]);
  });

  it('revoke a key: the dialog takes the focus, Escape returns it', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(`/settings/api-keys/${keyId}`));
    await pressByKeyboard(page, 'Revoke this key');
    await page.waitForSelector('dialog[open]');
    expect(await page.evaluate(`document.activeElement.closest('dialog') !== null`)).toBe(true);
    const { top, bottom } = (await page.evaluate(`(() => {
      const { top, bottom } = document.querySelector('dialog').getBoundingClientRect();
      return { top, bottom: innerHeight - bottom };
    })()`)) as { top: number; bottom: number };
    expect(Math.abs(top - bottom)).toBeLessThan(2); // in the middle of the window
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.querySelector('dialog') === null`);
    expect(await readFocus(page)).toBe('Revoke this key');
    expect(service.state.keys[0]?.status).toBe('active');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Revoke');
    await waitForScreen(page, 'API keys');
    expect(await page.evaluate(`document.querySelector('.notice').innerText`)).toBe(
      'CI of the shop was revoked.',
    );
    expect(service.state.keys[0]?.status).toBe('revoked');
  });

  it('end the previous value after a rotation', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(`/settings/api-keys/${keyId}`));
    await pressByKeyboard(page, 'End the previous value now');
    await waitForAnnouncement(page, 'no longer works');
    expect(service.state.keys[0]?.previousValue).toBeNull();
    expect(await readFocus(page)).toBe('CI of the shop');
    expect(await page.evaluate(`document.querySelector('.notice').innerText`)).toBe(
      'The previous value no longer works.',
    );
  });

  it('go back from a key to the list', async () => {
    const { page, url } = test;
    await openScreen(page, url(`/settings/api-keys/${keyId}`));
    await page.focus('h1');
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    expect(await readFocus(page)).toBe('API keys');
    await page.keyboard.press('Enter');
    await waitForScreen(page, 'API keys');
  });

  it.each([
    ['on', 'The link was also sent to grace@example.com by mail.'],
    ['off', 'This service sends no mail. Copy the link and send it to the person.'],
  ] as const)('invite a person, and copy the link, with mail %s', async (mail, text) => {
    const { page, url, service } = test;
    service.state.overrides['GET /account'] = ok({ ...createAccount(), mail });
    await openScreen(page, url('/settings/members'));
    await pressByKeyboard(page, 'Invite a person');
    await waitForScreen(page, 'Invite a person');
    await tabTo(page, 'Email of the person');
    await page.keyboard.type('grace@example.com');
    await page.keyboard.press('Enter');
    await waitForScreen(page, 'Invitation of grace@example.com');
    expect(await page.evaluate(`document.getElementById('link').innerText`)).toContain('/invitation#invite_');
    await page.waitForFunction(`document.querySelector('main').innerText.includes(${JSON.stringify(text)})`);
    await pressByKeyboard(page, 'Back to the members');
    await waitForScreen(page, 'Members');
  });

  it('remove a member, and revoke the keys that the person made', async () => {
    const { page, url, service } = test;
    for (const key of service.state.keys)
      key.createdBy = { id: service.state.members[1]?.personId ?? '', name: 'x' };
    await openScreen(page, url('/settings/members'));
    await pressByKeyboard(page, HOSTILE);
    await waitForScreen(page, HOSTILE);
    await pressByKeyboard(page, 'Remove this person');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Remove');
    await waitForScreen(page, 'was removed');
    await pressByKeyboard(page, 'Revoke CI of the shop');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.querySelector('dialog') === null`);
    expect(await readFocus(page)).toBe('Revoke CI of the shop');
    expect(service.state.keys[0]?.status).toBe('active');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Revoke');
    await waitForAnnouncement(page, 'CI of the shop was revoked');
    expect(service.state.keys[0]?.status).toBe('revoked');
    expect(await readFocus(page)).toBe('API keys that this person made');
    expect(service.state.members).toHaveLength(1);
  });

  it('delete the account by its name', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/account'));
    await tabTo(page, 'Type Acme Shops to confirm');
    await page.keyboard.type('Acme');
    await pressByKeyboard(page, 'Delete this account');
    await page.waitForSelector('.error-summary');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await readFocus(page)).toBe('Type Acme Shops to confirm');
    await page.keyboard.press('End');
    await page.keyboard.type(' Shops');
    await page.keyboard.press('Enter');
    await waitForScreen(page, 'Choose an account');
    expect(await page.evaluate(`document.querySelector('.notice').innerText`)).toContain(
      'Acme Shops was deleted',
    );
  });
});

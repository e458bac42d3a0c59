import { describe, expect, it } from 'vitest';
import {
  createAlertSchema,
  previewAlertSchema,
  updateAlertSchema,
} from '../../../core/alerts/alert-bodies.ts';
import { alertId } from '../../support/dashboard/fake-alerts.ts';
import { ok, problem } from '../../support/dashboard/fake-answer.ts';
import { createAccount, HOSTILE, id, otherPersonId, personId } from '../../support/dashboard/fake-data.ts';
import { siteId } from '../../support/dashboard/fake-sites.ts';
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
const readLast = (method: string) =>
  JSON.parse(test.service.requests.findLast((each) => each.method === method)?.body ?? 'null') as unknown;
const SLACK_URL = 'https://hooks.slack.com/services/T000/B000/XXXX';

describe('the alerts of an account', () => {
  it('say who hears what of which sites, when, and why one reaches nobody', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/alerts'));
    await page.waitForSelector('tbody tr');
    const text = await read('tbody');
    expect(text).toContain(`Mail to Ada Lovelace and ${HOSTILE}`);
    expect(text).toMatch(/New problems\s+Problems that came back\s+Site not reachable/);
    expect(text).toContain('Impact: Serious or higher');
    expect(text).toContain('At once');
    expect(text).toContain('Every Monday and Friday at 08:00 (Europe/Berlin)');
    expect(text).toMatch(/Disabled\s+The channel in Slack or its webhook no longer exists/);
    expect(text).toMatch(/Reaches nobody\s+The person who set it may no longer manage alerts/);
    expect(await page.evaluate('document.images.length')).toBe(0);
  });

  it('say that the service sends no mail, where they are listed and set', async () => {
    const { page, url, service } = test;
    service.state.overrides['GET /account'] = ok({ ...createAccount(), mail: 'off' });
    for (const path of ['/settings/alerts', '/settings/alerts/new', `/settings/alerts/${alertId}`]) {
      await openScreen(page, url(path));
      await page.waitForSelector('.notice.warning');
      expect(await read('.notice.warning')).toContain('This service sends no mail');
    }
  });

  it('are no screen for a member who may not manage them', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url('/settings/alerts'));
    expect(await read('h1')).toBe('Your role does not permit this');
    expect(await read('nav.menu')).not.toContain('Alerts');
  });
});

describe('an alert', () => {
  it('is created by keyboard for a channel in Slack; an error leads to its field', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/alerts'));
    await pressByKeyboard(page, 'Create alert');
    await waitForScreen(page, 'Create alert');
    await tabTo(page, 'Name');
    await page.keyboard.type('Shop in Slack');
    await tabTo(page, 'Gate failed');
    await page.keyboard.press('Space');
    await tabTo(page, 'All sites');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#field-site-0');
    await tabTo(page, 'Shop');
    await page.keyboard.press('Space');
    await tabTo(page, 'People, by mail');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#field-channel-url');
    await tabTo(page, 'At once');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#field-delivery-on');
    await tabTo(page, 'Friday');
    await page.keyboard.press('Space');
    await pressByKeyboard(page, 'Create alert');
    await page.waitForSelector('.error-summary');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('field-channel-url');
    await page.keyboard.type(SLACK_URL);
    await page.keyboard.press('Enter');
    await waitForScreen(page, 'Shop in Slack');
    expect(await read('.notice.good')).toContain('Send a test message');
    const sent = readLast('POST');
    expect(sent).toMatchObject({
      name: 'Shop in Slack',
      events: ['issues.new', 'issues.regressed', 'site.unreachable', 'schedule.paused', 'gate.failed'],
      impact: 'serious',
      sites: { ids: [siteId] },
      branches: 'main',
      channel: { kind: 'slack', url: SLACK_URL },
      delivery: { every: 'week', on: ['monday', 'friday'], at: '08:00' },
    });
    const { sites, ...others } = sent as Record<string, unknown>;
    expect(createAlertSchema.safeParse({ ...others, sites: 'all' }).success).toBe(true);
    expect(sites).toBeDefined();
  });

  it('keeps the URL of its channel out of the page, the address and every storage', async () => {
    const { page, url, service } = test;
    service.state.overrides['POST /alerts'] = problem(401, 'session-ended', 'Sign in again.');
    await openScreen(page, url('/settings/alerts/new'));
    await page.type('#field-name', 'Kept');
    await page.click('#field-channel-slack');
    await page.waitForSelector('#field-channel-url');
    await page.type('#field-channel-url', SLACK_URL);
    await page.keyboard.press('Enter');
    await page.waitForFunction(`sessionStorage.length > 0`);
    const stored = (await page.evaluate(
      `JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }])`,
    )) as string;
    expect(stored).toContain('Kept');
    expect(stored).not.toContain('hooks.slack.com');
  });

  it('is changed, and keeps the URL of its channel if none is entered', async () => {
    const { page, url } = test;
    await openScreen(page, url(`/settings/alerts/${id('alert', '2')}`));
    await page.waitForSelector('#field-name');
    expect(await read('.notice.error')).toContain('Enter the URL of another incoming webhook');
    expect(await page.evaluate(`document.querySelector('#field-branches').value`)).toBe(`main\n${HOSTILE}`);
    await tabTo(page, 'Name');
    await page.keyboard.type('Renamed');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, 'The alert was saved.');
    await waitForScreen(page, 'Renamed');
    expect(await page.evaluate(`document.querySelector('.notice.error')`)).toBeNull();
    const sent = readLast('PATCH') as Record<string, unknown>;
    expect(sent).toMatchObject({ name: 'Renamed', branches: ['main', HOSTILE] });
    expect(sent).not.toHaveProperty('channel');
    expect(updateAlertSchema.safeParse({ ...sent, sites: 'all', branches: ['main'] }).success).toBe(true);
  });

  it('says of which sites a channel in Slack hears that somebody else set', async () => {
    const { page, url } = test;
    await openScreen(page, url(`/settings/alerts/${id('alert', '2')}`));
    await page.waitForSelector('#field-name');
    expect(await read('#takes-over')).toContain('With another URL, it hears of those that you may access.');
    for (const own of ['1', '3']) {
      await openScreen(page, url(`/settings/alerts/${id('alert', own)}`));
      await page.waitForSelector('#field-name');
      expect(await page.evaluate(`document.querySelector('#takes-over')`)).toBeNull();
    }
  });

  it('lists chosen sites that are gone, so that they can be removed', async () => {
    const { page, url } = test;
    await openScreen(page, url(`/settings/alerts/${alertId}`));
    await page.waitForSelector('#field-site-2');
    await tabTo(page, `Not found: ${id('site', 'deleted')}`);
    await page.keyboard.press('Space');
    await pressByKeyboard(page, 'Save alert');
    await waitForAnnouncement(page, 'The alert was saved.');
    expect(readLast('PATCH')).toMatchObject({
      sites: { ids: [siteId] },
      channel: { kind: 'mail', people: [personId, otherPersonId] },
    });
  });

  it('lets a manager choose every member', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'manager';
    await openScreen(page, url(`/settings/alerts/${alertId}`));
    await page.waitForSelector('#field-person-0');
    expect(await page.evaluate(`document.querySelectorAll('#field-channel-people input').length`)).toBe(2);
    expect(service.requests.some(({ url: each }) => each.includes('/members'))).toBe(true);
  });

  it('shows what it would have reported with what is entered; the site is in the URL', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/settings/alerts/new'));
    await tabTo(page, 'Fixed problems');
    await page.keyboard.press('Space');
    await page.waitForSelector('#field-preview-site');
    await tabTo(page, 'Site to preview');
    await page.keyboard.type('Shop');
    await pressByKeyboard(page, 'Show preview');
    await waitForAnnouncement(page, 'The preview is shown.');
    expect(await readFocus(page)).toBe('Show preview');
    const shown = await read('.message');
    expect(shown).toContain('1 new problem: ');
    expect(shown).toContain('How to fix it');
    expect(shown).toContain('12 further entries');
    expect(shown).toContain(HOSTILE);
    expect(await page.evaluate('document.images.length')).toBe(0);
    const sent = readLast('POST');
    expect(sent).toEqual({
      siteId,
      events: ['issues.new', 'issues.regressed', 'site.unreachable', 'schedule.paused', 'issues.fixed'],
      impact: 'serious',
    });
    expect(previewAlertSchema.omit({ siteId: true }).safeParse({ events: ['issues.new'] }).success).toBe(
      true,
    );
    expect(new URL(page.url()).searchParams.get('preview')).toBe(siteId);
    await page.reload();
    await page.waitForSelector('.message');
    service.state.overrides['POST /alerts/preview'] = ok({ scanId: null, messages: [] });
    await pressByKeyboard(page, 'Show preview');
    await page.waitForFunction(`document.querySelector('.message') === null`);
    await page.waitForSelector('.empty');
    expect(await read('.empty')).toBe('No scan of this site was completed yet.');
  });

  it('shows that every attempt to send to its channel in Slack fails', async () => {
    const { page, service, url } = test;
    const alert = service.state.alerts[1];
    if (alert === undefined) return expect.unreachable();
    const failing = { ...alert, state: 'active' as const, failingSince: '2026-03-02T09:30:00.000Z' };
    service.state.alerts[1] = failing;
    await openScreen(page, url('/settings/alerts'));
    await page.waitForSelector('tbody tr');
    expect(await read('tbody')).toMatch(/Failing\s+Every attempt to send to the channel in Slack/);
    await openScreen(page, url(`/settings/alerts/${failing.id}`));
    await page.waitForSelector('.notice.warning');
    expect(await read('.notice.warning')).toContain('Check that the incoming webhook still exists.');
  });

  it('sends a test message, and warns if nobody gets it', async () => {
    const { page, url } = test;
    await openScreen(page, url(`/settings/alerts/${alertId}`));
    await pressByKeyboard(page, 'Send test message');
    await waitForAnnouncement(page, 'A test message will be sent to 2 people or channels.');
    await openScreen(page, url(`/settings/alerts/${id('alert', '3')}`));
    await pressByKeyboard(page, 'Send test message');
    await waitForAnnouncement(page, 'No test message was sent');
    expect(await read('.notice.warning')).toContain('No test message was sent');
  });

  it('is deleted after a question', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(`/settings/alerts/${alertId}`));
    await pressByKeyboard(page, 'Delete this alert');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Delete');
    await waitForScreen(page, 'Alerts');
    expect(await read('.notice')).toBe('New problems of the shop was deleted.');
    expect(service.state.alerts).toHaveLength(2);
  });
});

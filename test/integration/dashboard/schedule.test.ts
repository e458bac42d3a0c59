import { describe, expect, it } from 'vitest';
import { scheduleBodySchema } from '../../../core/schedules/schedule-body.ts';
import { HOSTILE } from '../../support/dashboard/fake-data.ts';
import { siteId } from '../../support/dashboard/fake-sites.ts';
import {
  openScreen,
  pressByKeyboard,
  readFocus,
  tabTo,
  waitForAnnouncement,
} from '../../support/dashboard/open-screen.ts';
import { useDashboard } from '../../support/dashboard/session.ts';

const test = useDashboard();
const schedulePath = `/sites/${siteId}?tab=schedule`;
const read = (selector: string) =>
  test.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`);
const listBodies = () =>
  test.service.requests
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => JSON.parse(body) as unknown);

describe('the schedule of a site', () => {
  it('is in words, with the next times and what happened at the last ones', async () => {
    const { page, url, service } = test;
    const [run] = service.state.schedule?.runs ?? [];
    const scan = service.state.scans.find(({ summary }) => summary?.gate === 'passed');
    if (run === undefined || scan === undefined) return expect.unreachable();
    run.scanId = scan.id;
    await openScreen(page, url(schedulePath));
    // The scans of the schedule are loaded after the schedule itself.
    await expect.poll(() => read('tbody')).toMatch(/Scan\s+Completed\s+Gate: Passed/);
    const text = await read('main');
    expect(text).toContain(
      'Every Monday at 06:00 (Europe/Berlin). The scan starts within 60 minutes after that time.',
    );
    expect(text).toContain('Rule sets: wcag-aa. Branch: main.');
    expect(await page.evaluate(`document.querySelectorAll('main ol li').length`)).toBe(3);
    expect(await read('tbody')).toMatch(
      /Scan\s+Completed\s+Gate: Passed[\s\S]*No scan: the site does not allow these settings any more/,
    );
    expect(await read('tbody')).toContain(HOSTILE);
    expect(await page.evaluate(`document.querySelector('tbody a').getAttribute('href')`)).toMatch(
      /^\/scans\/scan_/,
    );
  });

  it('is set by keyboard; an error leads to its field', async () => {
    const { page, url, service } = test;
    service.state.schedule = null;
    await openScreen(page, url(schedulePath));
    expect(await read('.empty')).toContain('only when somebody starts a scan');
    await pressByKeyboard(page, 'Set up a schedule');
    await page.waitForSelector('#field-every');
    expect(await readFocus(page)).toBe('Set the schedule');
    expect(await page.evaluate(`document.querySelector('#field-on-monday').checked`)).toBe(true);
    await tabTo(page, 'How often');
    await page.keyboard.type('Every month');
    await tabTo(page, 'Days of the month');
    await page.keyboard.press('End');
    await page.keyboard.type(', 32');
    await pressByKeyboard(page, 'Save schedule');
    await page.waitForSelector('.error-summary');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('field-on');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('15');
    await tabTo(page, 'Branch');
    await page.keyboard.type('main');
    await tabTo(page, 'Scan another address');
    await page.keyboard.type('https://shop.example/de/');
    await tabTo(page, 'Fails on new violations');
    await page.keyboard.type('Serious');
    await tabTo(page, 'Fails on more violations than');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, 'The schedule was saved.');
    expect(await readFocus(page)).toBe('Schedule');
    const sent = listBodies().at(-1);
    expect(sent).toMatchObject({
      every: 'month',
      on: [1, 15],
      at: '06:00',
      withinMinutes: 60,
      config: {
        rules: ['wcag-aa'],
        url: 'https://shop.example/de/',
        metadata: { branch: 'main' },
        failOn: { new: 'serious', review: false },
      },
    });
    expect(scheduleBodySchema.safeParse(sent).success).toBe(true);
    expect(await read('main')).toContain('Every month on the 1st and 15th at 06:00');
  });

  it('is resumed if it paused', async () => {
    const { page, url, service } = test;
    const { schedule } = service.state;
    if (schedule === null) throw new Error('the site has no schedule');
    Object.assign(schedule, { state: 'paused', pausedAt: schedule.updatedAt, nextRuns: [] });
    await openScreen(page, url(schedulePath));
    expect(await read('.notice')).toContain('Its last three scans could test no page');
    expect(await page.evaluate(`document.querySelector('main ol')`)).toBeNull();
    await pressByKeyboard(page, 'Resume');
    await waitForAnnouncement(page, 'The schedule is active again.');
    expect(listBodies().at(-1)).toEqual(schedule.schedule);
  });

  it('is deleted after a question', async () => {
    const { page, url } = test;
    await openScreen(page, url(schedulePath));
    await pressByKeyboard(page, 'Delete schedule');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Delete');
    await waitForAnnouncement(page, 'The schedule was deleted.');
    await page.waitForSelector('.empty');
    expect(await readFocus(page)).toBe('Schedule');
  });

  it('can be read but not changed by a member who may not change sites', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url(`${schedulePath}&edit=schedule`));
    expect(await read('main')).toContain('Every Monday at 06:00');
    expect(await page.evaluate(`document.querySelectorAll('main .actions').length`)).toBe(0);
  });
});

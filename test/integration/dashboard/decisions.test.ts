import { describe, expect, it } from 'vitest';
import { HOSTILE } from '../../support/dashboard/fake-data.ts';
import { endedScanId } from '../../support/dashboard/fake-results.ts';
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
const reviews = `/scans/${endedScanId}?tab=needs-review&group=grp_5`;
const tab = `/sites/${siteId}?tab=decisions`;
const read = (selector: string) =>
  test.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`);
const calls = (method: string) =>
  test.service.requests.filter((each) => each.method === method && each.url.includes('/decisions'));

async function openReviews() {
  await openScreen(test.page, test.url(reviews));
  await test.page.waitForSelector('.finding');
  await test.page.waitForFunction(
    `document.querySelector('main').innerText.includes('Decided since this scan')`,
  );
}

describe('the findings that need review', () => {
  it('show what people decided before and since the scan, with one call', async () => {
    await openReviews();
    const text = await read('main');
    expect(text).toContain('Decided before, outdated: 1 finding.');
    expect(text).toMatch(/Decided before, outdated\s+It was fine\. .* By Grace Hopper/);
    expect(text).toContain(
      `Decided since this scan: it is a problem. This counts from the next scan on. By ${HOSTILE}`,
    );
    expect(text).toContain('The decision was removed since this scan.');
    expect(calls('GET')).toHaveLength(1);
    expect(decodeURIComponent(calls('GET')[0]?.url ?? '')).toContain(
      ['a', 'b', 'c', 'd'].map((letter) => `f1_${letter.repeat(24)}`).join(','),
    );
  });

  it('are listed by what people decided, open ones first', async () => {
    await openScreen(test.page, test.url(reviews));
    const lists = () => test.service.requests.filter(({ url }) => url.includes('/groups?'));
    expect(lists().at(-1)?.url).toContain('decision=open');
    await openScreen(test.page, test.url(`${reviews}&decision=outdated`));
    expect(lists().at(-1)?.url).toContain('decision=outdated');
    expect(await test.page.evaluate(`document.querySelectorAll('article').length`)).toBe(1);
  });

  it('are decided about by keyboard: errors are at their fields, and what was entered is kept', async () => {
    const { page } = test;
    await openReviews();
    await pressByKeyboard(page, 'Decide about #banner');
    await page.waitForSelector('dialog[open]');
    await expect.poll(() => read('dialog')).toContain('4 elements of this page with the same fingerprint');
    await pressByKeyboard(page, 'Save decision');
    await page.waitForSelector('dialog .error-summary');
    await expect.poll(() => page.evaluate(`document.querySelectorAll('dialog .invalid').length`)).toBe(2);
    expect(await read('dialog .error-summary')).toContain('Choose whether it is fine or a problem');
    expect(await read('dialog fieldset .error-text')).toBe('Choose whether it is fine or a problem');
    await pressByKeyboard(page, 'Reason must not be empty');
    await page.keyboard.type('Readable');
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.querySelector('dialog') === null`);
    await expect.poll(() => readFocus(page)).toBe('Decide about #banner');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await tabTo(page, 'It is fine');
    await page.keyboard.press('Space');
    await pressByKeyboard(page, 'Save decision');
    await waitForAnnouncement(page, 'Decided: it is fine.');
    await page.waitForFunction(`document.querySelector('dialog') === null`);
    await expect.poll(() => readFocus(page)).toBe('Decide about #banner');
    expect(calls('POST').map(({ body }) => JSON.parse(body))).toEqual([
      expect.anything(),
      { scanId: endedScanId, fingerprint: `f1_${'a'.repeat(24)}`, decision: 'fine', reason: 'Readable' },
    ]);
    await expect.poll(() => read('main')).toContain('Decided since this scan: it is fine.');
    expect(calls('GET')).toHaveLength(1);
  });
});

describe('the decisions of a site', () => {
  it('are listed with who decided and why, as text', async () => {
    const { page, url } = test;
    await openScreen(page, url(`${tab}&decision=problem`));
    expect(await page.evaluate(`document.querySelectorAll('tbody tr').length`)).toBe(1);
    expect(await read('tbody')).toContain(HOSTILE);
    expect(calls('GET').at(-1)?.url).toContain('decision=problem');
  });

  it('are removed after a question, by keyboard', async () => {
    const { page, url } = test;
    await openScreen(page, url(tab));
    await pressByKeyboard(page, `Remove the decision: ${HOSTILE}`);
    await page.waitForSelector('dialog[open]');
    expect(await read('dialog')).toContain(HOSTILE);
    await pressByKeyboard(page, 'Remove');
    await waitForAnnouncement(page, 'The decision was removed.');
    await page.waitForFunction(`document.querySelectorAll('tbody tr').length === 1`);
    expect(await readFocus(page)).toBe('Decisions');
    expect(calls('DELETE').map(({ url: each }) => each)).toEqual([
      expect.stringContaining(`/decisions/f1_${'c'.repeat(24)}`),
    ]);
  });
});

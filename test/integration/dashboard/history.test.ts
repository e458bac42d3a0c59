import { describe, expect, it } from 'vitest';
import { HOSTILE } from '../../support/dashboard/fake-data.ts';
import { comparedScanId, otherScanId } from '../../support/dashboard/fake-history.ts';
import { siteId } from '../../support/dashboard/fake-sites.ts';
import {
  openScreen,
  pressByKeyboard,
  tabTo,
  waitForAnnouncement,
} from '../../support/dashboard/open-screen.ts';
import { useDashboard } from '../../support/dashboard/session.ts';

const test = useDashboard();
/** Returns the texts of the elements that match. */
const readAll = (selector: string) =>
  test.page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.innerText)`,
  ) as Promise<string[]>;

describe('the trend of a site', () => {
  it('says in words what the chart shows, and shows where conditions changed', async () => {
    const { page, url } = test;
    await openScreen(page, url(`/sites/${siteId}?tab=trend`));
    const [summary] = await readAll('.chart-head p');
    expect(summary).toMatch(/issue groups were open when the site was last scanned/);
    expect(summary).toMatch(/cannot be compared/);
    expect(await page.$$('.chart .bar')).toHaveLength(12);
    expect(await page.$$('.chart .break')).toHaveLength(2);
    const changes = await readAll('tbody td:last-child');
    expect(changes.filter((text) => text !== 'Unchanged' && !text.endsWith('%'))).toEqual([
      'Other version: axe-core 4.14.1, Chrome/153.0.7900.0',
      'Other settings or rule sets',
    ]);
  });

  it('says how gates ended, and at the top what ends a reason that repeats', async () => {
    const { page, url } = test;
    await openScreen(page, url(`/sites/${siteId}?tab=trend`));
    expect(await readAll('#gate-counts + p')).toEqual([
      'Last 12 scans with a gate, on all branches. Passed: 0. Failed: 8. Not decided: 4 (33.3%).',
    ]);
    const [notice] = await readAll('.notice.warning');
    expect(notice).toMatch(/^The last three gates were not decided for the same reason/);
    expect(notice).toMatch(/set waitFor to an element that shows that the page is ready/);
    expect(await readAll('section[aria-labelledby="gate-counts"] tbody tr')).toEqual([
      expect.stringMatching(/A page may not have shown all of its content\s+4\s+33\.3%/),
    ]);
  });

  it('is limited to a branch by keyboard, which the URL keeps', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(`/sites/${siteId}?tab=trend`));
    await tabTo(page, 'Branch');
    await page.keyboard.type('main');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, '12 completed scans');
    expect(new URL(page.url()).searchParams.get('branch')).toBe('main');
    // The status said the same of the list without the branch, so it does not show that the list was read again.
    await expect
      .poll(() => service.requests.map(({ url: called }) => called).join(' '))
      .toContain('/trend?branch=main');
  });
});

describe('the comparison of two scans', () => {
  const path = `/scans/${comparedScanId}/compare`;

  it('warns if the conditions differ, and shows what changed', async () => {
    const { page, url } = test;
    await openScreen(page, url(`${path}?with=${otherScanId}`));
    const warnings = await readAll('.notice p');
    expect(warnings[0]).toContain('different settings (viewport and locale)');
    expect(warnings[1]).toContain('different versions');
    expect((await readAll('table:last-of-type .badge')).slice(0, 2)).toEqual(['New', 'Regressed']);
    expect(await readAll('td code')).toContain(HOSTILE);
  });

  it('asks for the other scan, and filters by keyboard', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path));
    expect(await readAll('.empty')).toEqual(['Choose a scan to compare this one with.']);
    await page.select('#field-with', otherScanId);
    await page.select('#field-state', 'fixed');
    await pressByKeyboard(page, 'Apply filters');
    await waitForAnnouncement(page, '1 finding');
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('with'), searchParams.get('state')]).toEqual([otherScanId, 'fixed']);
    expect(service.requests.at(-1)?.url).toContain(`/comparison?with=${otherScanId}&state=fixed`);
  });
});

describe('the history of an issue group', () => {
  it('is loaded when it is opened by keyboard, with links to its scans', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(`/sites/${siteId}?tab=groups`));
    expect(service.requests.some((each) => each.url.includes('/history'))).toBe(false);
    await tabTo(page, 'History');
    await page.keyboard.press('Enter');
    await page.waitForSelector('details li a');
    expect(await readAll('details p')).toEqual(['It is open.']);
    expect((await readAll('details li'))[0]).toMatch(/^First seen Mar 1, 2026.*51ab0c3$/s);
  });

  it('says if no completed scan has seen a finding', async () => {
    const { page, url } = test;
    await openScreen(page, url(`/scans/${comparedScanId}/compare?with=${otherScanId}`));
    await page.click('details summary');
    await page.waitForFunction(`document.querySelector('details p')?.innerText.startsWith('There is')`);
    expect(await readAll('details p')).toEqual(['There is no history of it: no completed scan has seen it.']);
  });
});

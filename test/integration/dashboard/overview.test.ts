import { describe, expect, it } from 'vitest';
import { accounts, HOSTILE } from '../../support/dashboard/fake-data.ts';
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
/** Returns the query of the last request of a path. */
const queryOf = (path: string) => {
  const urls = test.service.requests.map(({ url }) => new URL(url, 'http://localhost'));
  return urls.findLast(({ pathname }) => pathname === `/api/v1${path}`)?.searchParams;
};

describe('the overview', () => {
  it('shows each site with its newest results, escaped, and the running scans', async () => {
    const { page, url } = test;
    await openScreen(page, url('/'));
    const rows = (await page.evaluate(
      `[...document.querySelectorAll('tbody tr')].map((row) => row.innerText)`,
    )) as string[];
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/Shop\s+shop\.example[\s\S]+3[\s\S]+2 critical\s+1 serious[\s\S]+Failed/);
    expect(rows[1]).toContain(HOSTILE);
    expect(rows[1]).toMatch(/No earlier scan to compare with[\s\S]+Not decided[\s\S]+4[\s\S]+Failed/);
    expect(rows[2]).toContain('Not scanned yet');
    await page.waitForSelector('#running');
    expect(await read('[aria-labelledby=running]')).toContain('12 of 40 pages');
    expect(queryOf('/overview')?.get('sort')).toBe('new');
    await pressByKeyboard(page, '3: show new problems of Shop');
    await waitForScreen(page);
    expect(page.url()).toMatch(/\/scans\/scan_\w+\?account=\w+&tab=changes$/);
  });

  it('reads the running scans again, and the sites once one of them has ended', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/'));
    await page.waitForSelector('#running');
    const age = Date.now() - Date.parse(queryOf('/scans')?.get('from') ?? '');
    expect(Math.round(age / 3_600_000)).toBe(25);
    const running = service.state.scans.find(({ status }) => status === 'running') ?? expect.unreachable();
    running.progress.pagesDone = 33;
    await page.waitForFunction(`document.body.innerText.includes('33 of 40 pages')`);
    running.status = 'completed';
    for (const site of service.state.overview) site.name = `Scanned ${site.name}`;
    await page.waitForFunction(
      `!document.getElementById('running') && document.body.innerText.includes('Scanned Shop')`,
    );
  });

  it('is filtered and sorted by the service; the filters are in the URL', async () => {
    const { page, url } = test;
    await openScreen(page, url('/?text=shop'));
    await waitForAnnouncement(page, '1 site');
    await page.select('#field-label', 'shop');
    await page.select('#field-sort', 'name');
    await page.focus('search button[type=submit]');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, '1 site');
    expect(new URL(page.url()).searchParams.get('label')).toBe('shop');
    expect(Object.fromEntries(queryOf('/overview') ?? [])).toMatchObject({
      text: 'shop',
      label: 'shop',
      sort: 'name',
    });
    expect(await readFocus(page)).toBe('Apply filters');
    await openScreen(page, url('/?label=of-no-site'));
    expect(await read('.empty')).toBe('No site matches the filters.');
    expect(await page.evaluate(`document.getElementById('field-label').value`)).toBe('of-no-site');
  });

  it('shows the first steps in an account without sites, and nothing to add to a viewer', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/', accounts.empty));
    expect(await read('#steps')).toBe('First steps');
    expect(await read('#create-site')).toContain('curl -X POST');
    expect(await read('#scan-site')).toContain('a11y-scan trigger');
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url('/', accounts.empty));
    expect(await read('main')).not.toContain('Add a site');
    expect(await read('.empty')).toContain('no site yet');
  });
});

describe('adding a site, by keyboard', () => {
  it('leads to the field of an error, then to the site', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/'));
    await pressByKeyboard(page, 'Add a site');
    await waitForScreen(page, 'Add a site');
    await pressByKeyboard(page, 'Add site');
    await page.waitForSelector('.error-summary');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('field-name');
    await page.keyboard.type('Garden');
    await tabTo(page, 'Labels');
    await page.keyboard.type('web team\nshop');
    await pressByKeyboard(page, 'Add site');
    await waitForScreen(page, 'Garden');
    expect(await read('main')).toContain('The site was added.');
    expect(new URL(page.url()).pathname).toBe(`/sites/${siteId}`);
    const sent = service.requests.findLast(({ method }) => method === 'POST')?.body ?? '';
    expect(JSON.parse(sent)).toEqual({
      name: 'Garden',
      url: 'https://',
      crawl: 'both',
      maxPages: null,
      pages: [],
      labels: ['web team', 'shop'],
    });
  });

  it('is not offered by its URL to a member who may not do it', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url('/sites/new'));
    expect(await read('h1')).toBe('Your role does not permit this');
  });
});

describe('the scans of the account', () => {
  it('are filtered by the service, with days as times in UTC', async () => {
    const { page, url } = test;
    await openScreen(
      page,
      url(`/scans?status=completed&gate=failed&from=2026-01-01&to=2026-01-31&site=${siteId}`),
    );
    expect(Object.fromEntries(queryOf('/scans') ?? [])).toMatchObject({
      status: 'completed',
      gate: 'failed',
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      site: siteId,
    });
    await pressByKeyboard(page, 'Show all scans');
    await expect.poll(() => queryOf('/scans')?.has('site')).toBe(false);
    expect(queryOf('/scans')?.get('gate')).toBe('failed');
  });

  it('are reached from the navigation, and lead to their sites', async () => {
    const { page, url } = test;
    await openScreen(page, url('/'));
    await pressByKeyboard(page, 'Scans');
    await waitForScreen(page, 'Scans');
    expect(await page.title()).toBe('Scans – Acme Shops – a11y-scan');
    expect(await page.evaluate(`document.querySelector('tbody th div a').getAttribute('href')`)).toContain(
      `/sites/${siteId}`,
    );
  });
});

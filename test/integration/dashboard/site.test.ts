import { describe, expect, it } from 'vitest';
import { problem } from '../../support/dashboard/fake-answer.ts';
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
const path = (query = '') => `/sites/${siteId}${query}`;
const read = (selector: string) =>
  test.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`);
/** Returns the bodies of the requests of a method. */
const listBodies = (method: string) =>
  test.service.requests
    .filter((each) => each.method === method)
    .map(({ body }) => (body === '' ? null : JSON.parse(body)) as unknown);

describe('the tabs of a site', () => {
  it('are in the URL, keep the focus, and are announced', async () => {
    const { page, url } = test;
    await openScreen(page, url(path('?tab=scans')));
    await pressByKeyboard(page, 'Suppressions');
    await page.waitForSelector('#suppressions');
    await waitForAnnouncement(page, 'Suppressions');
    expect(await readFocus(page)).toBe('Suppressions');
    expect(new URL(page.url()).searchParams.get('tab')).toBe('suppressions');
    expect(await page.title()).toBe('Suppressions – Shop – Overview – Acme Shops – a11y-scan');
    await page.goBack();
    await page.waitForSelector('#field-branch');
    expect(await read('.tabs [aria-current]')).toBe('Scans');
  });

  it('say how to go on if the script of one cannot be loaded', async () => {
    const { page, url, service } = test;
    service.state.missingFiles = ['suppressions-tab'];
    await page.setCacheEnabled(false);
    await openScreen(page, url(path('?tab=suppressions')));
    await waitForAnnouncement(page, 'This screen could not be loaded', 'alert');
    expect(await read('.notice button')).toBe('Reload');
    expect(await read('h1')).toBe('Shop');
  });

  it('offer no change to a member who may not make it', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url(path('?tab=suppressions')));
    expect(await read('.tabs')).not.toContain('Settings');
    expect(await page.evaluate(`document.querySelectorAll('main .button, tbody button').length`)).toBe(0);
    await openScreen(page, url(path('?tab=suppressions&edit=new')));
    expect(await page.evaluate(`document.querySelector('main fieldset')`)).toBeNull();
  });
});

describe('the issue groups of a site', () => {
  it('are shown first: what is wrong, where, and since when, with a link to the scan', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path()));
    expect(await read('.tabs [aria-current]')).toBe('Issue groups');
    expect(await read('tbody tr:nth-child(2)')).toMatch(/40 elements, 12 pages\s+3 suppressed/);
    expect(await read('tbody')).not.toContain(HOSTILE);
    expect(await page.evaluate(`document.querySelector('tbody a').getAttribute('href')`)).toMatch(
      /^\/scans\/scan_\w+\?account=\w+&tab=violations&rule=[\w-]+&group=grp_/,
    );
    await page.select('#field-impact', 'moderate');
    await page.click('search button[type=submit]');
    await waitForAnnouncement(page, '1 issue group');
    expect(service.requests.at(-1)?.url).toContain(
      '/groups?kind=violation&impact=moderate&suppressed=false&decision=open',
    );
  });

  it('include suppressed ones and those that need review if they are asked for, escaped', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path('?kind=all&suppressed=all')));
    expect(await read('tbody tr:nth-child(2)')).toContain(HOSTILE);
    expect(service.requests.find(({ url: each }) => each.includes('/groups?'))?.url).toContain(
      '/groups?decision=open',
    );
  });

  it('say so if no scan was completed', async () => {
    const { page, url } = test;
    await openScreen(page, url(path(), accounts.empty));
    expect(await read('.empty')).toContain('This site has no completed scan yet');
  });
});

describe('the pages of a site', () => {
  it('say why a page was not scanned, and show no count of its findings', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path('?tab=pages&outcome=timeout')));
    expect(await read('tbody')).toContain('The page did not respond in 30 s.');
    const counts = `[...document.querySelectorAll('td.number')].map((each) => each.innerText)`;
    expect(await page.evaluate(counts)).toEqual(['–', '–', '–']);
    // The pages are those of the scan whose issue groups the other tab shows.
    const ofScan = service.requests.findIndex(({ url: each }) => /\/sites\/\w+\/groups\?/.test(each));
    const ofPages = service.requests.findIndex(({ url: each }) => /\/scans\/\w+\/pages\?/.test(each));
    expect(ofScan).toBeGreaterThanOrEqual(0);
    expect(ofPages).toBeGreaterThan(ofScan);
  });
});

describe('the scans of a site', () => {
  it('are filtered by the service, and escaped', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path('?tab=scans&status=completed&branch=main')));
    expect(await page.evaluate(`document.querySelectorAll('tbody tr').length`)).toBe(4);
    const list = service.requests.find(({ url: each }) => each.includes('/scans?'))?.url;
    expect(list).toContain('status=completed&branch=main');
    expect(await read('tbody')).toContain(HOSTILE);
  });

  it('show no number of new and fixed ones if there was no scan to compare with', async () => {
    const { page, url, service } = test;
    const scan = service.state.scans.find(({ summary }) => summary !== null);
    if (scan?.summary)
      scan.summary = { ...scan.summary, new: 0, fixed: 0, hasBaseline: false, issueGroups: 7 };
    await openScreen(page, url(path('?tab=scans')));
    expect(await read(`tr:has([href^="/scans/${scan?.id}"])`)).toMatch(/\s–\s+–\s+7$/);
  });
});

describe('the suppressions of a site, by keyboard', () => {
  it('say what a suppressed issue group is, if the newest scan has it', async () => {
    const { page, url, service } = test;
    const [known, gone] = service.state.suppressions;
    if (known && gone) {
      known.match = { issueGroup: 'grp_3' };
      gone.match = { issueGroup: 'grp_9' };
    }
    await openScreen(page, url(path('?tab=suppressions')));
    expect(await read('tbody tr:nth-child(1)')).toMatch(/grp_3\s*Images must have alternative text, a\[href/);
    expect(await read('tbody tr:nth-child(2)')).toMatch(/^Issue group grp_9\s+/);
  });

  it('are added: an error leads to its field, then the list has the focus', async () => {
    const { page, url } = test;
    await openScreen(page, url(path('?tab=suppressions')));
    await pressByKeyboard(page, 'Add a suppression');
    await page.waitForSelector('#field-match');
    expect(await readFocus(page)).toBe('Add a suppression');
    await pressByKeyboard(page, 'Add suppression');
    await page.waitForSelector('.error-summary');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('field-match');
    await tabTo(page, 'Rule');
    await page.keyboard.type(' region ');
    await tabTo(page, 'Reason');
    await page.keyboard.type('Known');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, 'The suppression was added.');
    await page.waitForFunction(`document.querySelectorAll('tbody tr').length === 4`);
    expect(await readFocus(page)).toBe('Suppressions');
    expect(listBodies('POST').at(-1)).toEqual({
      match: { rule: 'region' },
      reason: 'Known',
      expiresAt: null,
    });
  });

  it('get another expiry', async () => {
    const { page, url } = test;
    await openScreen(page, url(path('?tab=suppressions')));
    await pressByKeyboard(page, 'Change Expired one');
    await page.waitForSelector('#field-expiresAt');
    await page.evaluate(`(() => {
      const field = document.getElementById('field-expiresAt');
      field.value = '2099-01-31';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await pressByKeyboard(page, 'Save');
    await waitForAnnouncement(page, 'The suppression was changed.');
    expect(listBodies('PATCH')).toEqual([{ reason: 'Expired one', expiresAt: '2099-01-31T00:00:00Z' }]);
  });

  it('are deleted after a question', async () => {
    const { page, url } = test;
    await openScreen(page, url(path('?tab=suppressions')));
    await pressByKeyboard(page, `Delete ${HOSTILE}`);
    await page.waitForSelector('dialog[open]');
    expect(await read('dialog')).toContain(HOSTILE);
    await pressByKeyboard(page, 'Delete');
    await waitForAnnouncement(page, 'The suppression was deleted.');
    await page.waitForFunction(`document.querySelectorAll('tbody tr').length === 2`);
    expect(await readFocus(page)).toBe('Suppressions');
  });
});

describe('the settings of a site, by keyboard', () => {
  it('are saved: an error of an entry is explained at its field', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path('?tab=settings')));
    await tabTo(page, 'Listed pages');
    await page.keyboard.type('\nhttps://other.example/');
    service.state.overrides[`PATCH ${path()}`] = problem(422, 'invalid-request', '', [
      { path: 'pages[2]', message: "must be on the site's origin, https://shop.example" },
    ]);
    await pressByKeyboard(page, 'Save settings');
    await page.waitForSelector('.error-summary');
    await page.keyboard.press('Tab');
    expect(await readFocus(page)).toContain("Listed pages, entry 3, must be on the site's origin");
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('field-settings-pages');
    service.state.overrides = {};
    await pressByKeyboard(page, 'Save settings');
    await waitForAnnouncement(page, 'The settings were saved.');
    const [sent] = listBodies('PATCH').slice(-1);
    expect(Object.keys(sent as object)).toEqual(['pages']);
  });

  it('set credentials, which no storage and no URL gets, and remove them', async () => {
    const { page, url } = test;
    await openScreen(page, url(path('?tab=settings')));
    await tabTo(page, 'User name');
    await page.keyboard.type('preview');
    await tabTo(page, 'Password');
    await page.keyboard.type('secret-1');
    await pressByKeyboard(page, 'Add a header');
    expect(await readFocus(page)).toBe('Name');
    await page.keyboard.type('X-Token');
    await page.keyboard.press('Tab');
    await page.keyboard.type('secret-2');
    await pressByKeyboard(page, 'Add a cookie');
    await pressByKeyboard(page, 'Remove Cookie 1');
    expect(await readFocus(page)).toBe('Add a cookie');
    await pressByKeyboard(page, 'Set credentials');
    await waitForAnnouncement(page, 'The credentials were set.');
    expect(listBodies('PATCH')).toEqual([
      {
        credentials: {
          headers: { 'X-Token': 'secret-2' },
          cookies: [],
          basic: { username: 'preview', password: 'secret-1' },
        },
      },
    ]);
    const facts = await page.evaluate(
      `[...document.querySelectorAll('dl.facts')].map(({ innerText }) => innerText).join(' ')`,
    );
    expect(facts).toMatch(/\bSet\b/);
    expect(facts).not.toContain('Not set');
    const traces = (await page.evaluate(`JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, location.href, history.state,
      [...document.querySelectorAll('input, textarea')].map((each) => each.value),
    ])`)) as string;
    expect(traces).not.toContain('secret-');
    await page.reload();
    await waitForScreen(page);
    await pressByKeyboard(page, 'Remove credentials');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Remove');
    await waitForAnnouncement(page, 'The credentials were removed.');
    expect(listBodies('PATCH').at(-1)).toEqual({ credentials: null });
    expect(await readFocus(page)).toBe('Credentials');
  });

  it('name the header that is wrong, and refuse a second one with the same name', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path('?tab=settings')));
    service.state.overrides[`PATCH ${path()}`] = problem(422, 'invalid-request', '', [
      { path: 'credentials.headers.Host', message: 'cannot be set' },
    ]);
    for (const _ of [1, 2]) {
      await pressByKeyboard(page, 'Add a header');
      await page.keyboard.type('Host');
    }
    await page.keyboard.press('Enter');
    expect(await read('.error-summary')).toBeUndefined();
    await pressByKeyboard(page, 'Set credentials');
    await page.waitForSelector('.error-summary');
    expect(await read('.error-summary a')).toBe('Headers must not have the same name twice');
    await pressByKeyboard(page, 'Remove Header 2');
    await pressByKeyboard(page, 'Set credentials');
    await page.waitForFunction(
      `document.querySelector('.error-summary a').innerText === 'Headers, Host, cannot be set'`,
    );
  });

  it('delete the site by its name only', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path('?tab=settings')));
    await tabTo(page, 'Type Shop to confirm');
    await page.keyboard.type('Sho');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.error-summary');
    expect(await read('.error-summary a')).toBe('Name of the site must be Shop');
    expect(listBodies('DELETE')).toEqual([]);
    await tabTo(page, 'Type Shop to confirm');
    await page.keyboard.press('End');
    await page.keyboard.type('p');
    await page.keyboard.press('Enter');
    await waitForScreen(page, 'Overview');
    expect(await read('.notice')).toContain('Shop was deleted');
    expect(service.state.sites).toHaveLength(1);
  });
});

describe('the start of a scan, by keyboard', () => {
  it('explains what is missing, sends what was entered, and opens the scan', async () => {
    const { page, url } = test;
    await openScreen(page, url(path()));
    await pressByKeyboard(page, 'Start scan');
    await waitForScreen(page, 'Scan Shop');
    await tabTo(page, 'wcag-aa');
    await page.keyboard.press('Space');
    await pressByKeyboard(page, 'Start scan');
    await page.waitForSelector('.error-summary');
    await page.keyboard.press('Tab');
    expect(await readFocus(page)).toBe('Rule sets must name at least one rule set');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('field-config-rules');
    await tabTo(page, 'best-practice');
    await page.keyboard.press('Space');
    await tabTo(page, 'Branch');
    await page.keyboard.type('main');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`location.pathname.startsWith('/scans/scan_')`);
    expect(listBodies('POST').at(-1)).toEqual({
      config: {
        rules: ['best-practice'],
        priority: 'normal',
        metadata: { branch: 'main' },
        failOn: { new: 'serious', review: false, minCoverage: 90, onNoBaseline: 'report' },
      },
    });
  });

  it('is repeated with the same key after an answer was lost, and with another one for other entries', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(path('/scan')));
    service.state.overrides[`POST ${path()}/scans`] = { status: 502, text: 'Bad gateway' };
    const press = async (attempts: number) => {
      await page.click('button[type=submit]');
      await page.waitForFunction(`document.querySelector('button[type=submit]').ariaDisabled !== 'true'`);
      const keys = service.requests
        .filter(({ method }) => method === 'POST')
        .map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(attempts);
      return keys;
    };
    await press(1);
    await press(2);
    await page.type('#field-config-metadata-branch', 'main');
    const keys = await press(3);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('is not offered to a member who may not start scans', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url(path('/scan')));
    expect(await read('h1')).toBe('Your role does not permit this');
  });
});

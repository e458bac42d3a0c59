import { describe, expect, it } from 'vitest';
import { problem } from '../../support/dashboard/fake-answer.ts';
import { accounts, HOSTILE, keyId } from '../../support/dashboard/fake-data.ts';
import {
  openScreen,
  readFocus,
  waitForAnnouncement,
  waitForScreen,
} from '../../support/dashboard/open-screen.ts';
import { useDashboard } from '../../support/dashboard/session.ts';

const test = useDashboard();

const clickLink = (text: string) =>
  `[...document.querySelectorAll('a, button')].find((each) => each.innerText.trim() === ${JSON.stringify(text)}).click()`;

describe('opening a screen from another', () => {
  it('sets the title, and moves the focus to the heading', async () => {
    const { page, url } = test;
    await openScreen(page, url('/'));
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    for (const [link, title] of [
      ['Members', 'Members – Settings – Acme Shops – a11y-scan'],
      ['Audit log', 'Audit log – Settings – Acme Shops – a11y-scan'],
    ] as const) {
      await page.evaluate(clickLink(link));
      await waitForScreen(page, link);
      expect(await page.title()).toBe(title);
      expect(await readFocus(page)).toBe(link);
    }
    await page.goBack();
    await waitForScreen(page, 'Members');
    expect(await readFocus(page)).toBe('Members');
  });

  it('lists at least four screens in the navigation, also before the sign-in', async () => {
    const { page, url, service } = test;
    const list = `[...document.querySelectorAll('nav.menu a')].map((each) => each.getAttribute('href').split('?')[0])`;
    await openScreen(page, url('/'));
    expect(await page.evaluate(list)).toContain('/settings/api-keys');
    service.state.isSignedIn = false;
    await openScreen(page, url('/settings/api-keys'));
    expect(((await page.evaluate(list)) as string[]).length).toBeGreaterThanOrEqual(4);
    expect(await page.evaluate(`document.querySelector('main .button').innerText`)).toBe('Sign in');
  });

  it('shows only what the role permits', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url('/settings/api-keys'));
    expect(await page.evaluate(`document.querySelector('h1').innerText`)).toBe(
      'Your role does not permit this',
    );
    expect(await page.evaluate(`document.querySelector('nav.menu').innerText`)).not.toContain('API keys');
    expect(service.requests.filter(({ url: each }) => each.startsWith('/api/v1/api-keys'))).toEqual([]);
  });
});

describe('filters and orders', () => {
  it('are in the URL, keep the focus, and announce the number of entries', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/audit'));
    await page.select('#field-action', 'key.rotated');
    await page.focus('search button[type=submit]');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, '5 entries');
    expect(await readFocus(page)).toBe('Apply filters');
    expect(new URL(page.url()).searchParams.get('action')).toBe('key.rotated');
    await page.reload();
    await waitForScreen(page);
    expect(await page.evaluate(`document.querySelectorAll('tbody tr').length`)).toBe(5);
    expect(await page.evaluate(`document.getElementById('field-action').value`)).toBe('key.rotated');
  });

  it('announce the number again if other filters find as many entries', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/audit?action=key.rotated'));
    await waitForAnnouncement(page, '5 entries');
    await page.select('#field-action', 'key.created');
    await page.click('search button[type=submit]');
    await waitForAnnouncement(page, '5 entries');
  });

  it('return to their defaults when they are cleared or left empty', async () => {
    const { page, url, service } = test;
    const values = `['from', 'to', 'counter'].map((name) => document.getElementById('field-' + name).value)`;
    const readValues = () => page.evaluate(values);
    // The screen loads after the click, not at once.
    const waitForValues = (expected: string[]) =>
      page.waitForFunction(`${values}.join() === ${JSON.stringify(expected.join())}`, { polling: 30 });
    await openScreen(page, url('/settings/usage'));
    const defaults = (await readValues()) as string[];
    expect(defaults[2]).toBe('requests');
    await openScreen(page, url('/settings/usage?from=2026-01-01&to=2026-01-05&counter=scans'));
    expect(await readValues()).toEqual(['2026-01-01', '2026-01-05', 'scans']);
    service.requests.length = 0;
    await page.evaluate(clickLink('Clear filters'));
    await waitForValues(defaults);
    await waitForScreen(page);
    expect(new URL(page.url()).searchParams.has('from')).toBe(false);
    const findRead = () => service.requests.find(({ url: each }) => each.startsWith('/api/v1/usage?'));
    await expect.poll(() => findRead()?.url).toContain(`from=${defaults[0]}&to=${defaults[1]}`);
    await page.evaluate(`(() => {
      const from = document.getElementById('field-from');
      from.value = '';
      from.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await page.evaluate(clickLink('Apply filters'));
    await waitForValues(defaults);
  });

  it('follow the back button', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/audit'));
    await page.evaluate(`document.querySelector('tbody td a').click()`);
    await page.waitForFunction(`document.getElementById('field-actor').value.startsWith('apikey_')`);
    await page.goBack();
    await page.waitForFunction(`document.getElementById('field-actor').value === ''`);
  });

  it('open the next page of a list as a screen of its own', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/audit'));
    expect(await page.evaluate(`document.querySelectorAll('tbody tr').length`)).toBe(20);
    await page.evaluate(clickLink('Next page'));
    await page.waitForFunction(`document.querySelectorAll('tbody tr').length === 5`);
    expect(await readFocus(page)).toBe('Audit log');
    await page.goBack();
    await page.waitForFunction(`document.querySelectorAll('tbody tr').length === 20`);
  });

  it('sort a table by a button in its header, and announce it', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/api-keys'));
    const first = `document.querySelector('tbody th a').innerText`;
    await page.evaluate(clickLink('Name'));
    await waitForAnnouncement(page, 'Sorted by Name, ascending.');
    expect(await page.evaluate(first)).toBe(HOSTILE);
    await page.evaluate(clickLink('Name'));
    await waitForAnnouncement(page, 'descending');
    expect(await page.evaluate(`document.querySelector('thead th').getAttribute('aria-sort')`)).toBe(
      'descending',
    );
    expect(await page.evaluate(first)).toBe('Revoked');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('name');
  });
});

describe('tables', () => {
  it('have a caption, scopes, and actions that name their row', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/api-keys'));
    const seen = await page.evaluate(`({
      caption: document.querySelector('caption').innerText,
      columns: [...document.querySelectorAll('thead th')].every((each) => each.scope === 'col'),
      rows: [...document.querySelectorAll('tbody th')].every((each) => each.scope === 'row'),
      actions: [...document.querySelectorAll('td a.button')].map((each) => each.getAttribute('aria-label')),
    })`);
    expect(seen).toMatchObject({ caption: 'API keys of this account', columns: true, rows: true });
    expect((seen as { actions: string[] }).actions[0]).toBe('Rotate CI of the shop');
  });

  it('become cards below 640 px, with their roles', async () => {
    const { page, url } = test;
    await page.setViewport({ width: 400, height: 800 });
    await openScreen(page, url('/settings/api-keys'));
    const seen = await page.evaluate(`({
      display: getComputedStyle(document.querySelector('td')).display,
      role: document.querySelector('td').getAttribute('role'),
      label: getComputedStyle(document.querySelector('td'), '::before').content,
      sort: document.querySelector('.sort-cards').checkVisibility(),
    })`);
    expect(seen).toEqual({ display: 'grid', role: 'cell', label: '"Status"', sort: true });
  });
});

describe('charts', () => {
  it('have a sentence, and the same numbers as a table in the same position, with the focus kept', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(`/settings/api-keys/${keyId}`));
    const usage = service.state.usage.keys.filter((each) => each.keyId === keyId);
    const sum = usage.reduce((total, { requests }) => total + requests, 0);
    const summary = (await page.evaluate(`document.querySelector('.chart p').innerText`)) as string;
    expect(summary).toContain(`${sum.toLocaleString('en')} requests from`);
    // The sentence and the table are for everybody; the picture would only repeat them.
    expect(await page.evaluate(`document.querySelector('.plot').getAttribute('aria-hidden')`)).toBe('true');
    expect(await page.evaluate(`document.querySelectorAll('.plot rect').length`)).toBe(30);
    await page.focus('.chart button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chart table');
    expect(await readFocus(page)).toBe('Show as chart');
    const numbers = (await page.evaluate(
      `[...document.querySelectorAll('.chart td')].map((each) => Number(each.innerText.replaceAll(',', '')))`,
    )) as number[];
    expect(numbers).toHaveLength(30);
    expect(numbers.reduce((a, b) => a + b)).toBe(sum);
  });
});

describe('the usage of a period', () => {
  it('is summed up for each key and each person, the one with most requests first', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/settings/usage'));
    const rows = (await page.evaluate(
      `[...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].slice(0, 2).map((each) => each.innerText))`,
    )) as string[][];
    const { keys, people } = service.state.usage;
    const sumOf = (some: { requests: number }[]) =>
      some.reduce((total, { requests }) => total + requests, 0).toLocaleString('en');
    const [other] = keys;
    expect(rows).toEqual([
      ['CI of the shop', sumOf(keys.filter((each) => each.keyId === keyId))],
      [other?.keyName, sumOf(keys.filter((each) => each.keyId === other?.keyId))],
      ['Ada Lovelace', sumOf(people.slice(1))],
      [HOSTILE, sumOf(people.slice(0, 1))],
    ]);
    // A link would lead a manager to a screen that the role does not permit.
    const countLinks = () => page.evaluate(`document.querySelectorAll('tbody a').length`);
    expect(await countLinks()).toBe(2);
    for (const account of service.state.me.accounts) account.role = 'manager';
    await openScreen(page, url('/settings/usage'));
    expect(await countLinks()).toBe(0);
  });
});

describe('sending', () => {
  it('happens once, although the button is pressed twice, and a slow answer is announced', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/settings/sessions'));
    const { promise, resolve } = Promise.withResolvers<void>();
    service.state.hold = promise;
    const save = 'main button[type=submit]';
    await page.click(save);
    await page.click(save);
    expect(await page.evaluate(`document.querySelector('${save}').getAttribute('aria-disabled')`)).toBe(
      'true',
    );
    await waitForAnnouncement(page, 'Sending…');
    resolve();
    await waitForAnnouncement(page, 'Your name was saved.');
    expect(service.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    expect(await page.evaluate(`document.querySelector('${save}').getAttribute('aria-disabled')`)).toBe(
      'false',
    );
  });
});

describe('the sites of a key', () => {
  it('can be searched if there are many, without creating the key', async () => {
    const { page, url, service } = test;
    const sites = [0, 1].flatMap((tens) =>
      Array.from({ length: 8 }, (_, index) => ({ id: `site_${tens}${index}`, name: `Shop ${tens}${index}` })),
    );
    service.state.overrides['GET /sites'] = { status: 200, body: { items: sites, nextCursor: null } };
    await openScreen(page, url('/settings/api-keys/new'));
    await page.type('#field-name', 'Key of one shop');
    await page.click('input[value=some]');
    await page.waitForSelector('.options');
    expect(await page.evaluate(`document.querySelectorAll('.options input').length`)).toBe(16);
    await page.type('#field-site-search', 'shop 13');
    await waitForAnnouncement(page, '1 site');
    await page.keyboard.press('Enter');
    await page.click('.options input');
    await page.evaluate(`document.getElementById('field-site-search').select()`);
    await page.keyboard.press('Backspace');
    expect(await page.evaluate(`document.querySelectorAll('.options input:checked').length`)).toBe(1);
    await page.click('main button[type=submit]');
    await waitForScreen(page, 'Value of Key of one shop');
    const created = service.requests.filter(({ method }) => method === 'POST');
    expect(created.map(({ body }) => JSON.parse(body).siteIds)).toEqual([['site_13']]);
  });
});

describe('the expiration period of a key', () => {
  it('is explained with the date', async () => {
    const { page, url } = test;
    const readHint = () => page.evaluate(`document.getElementById('field-expiresInDays-hint').innerText`);
    await openScreen(page, url('/settings/api-keys/new'));
    const expiry = await page.evaluate(
      `new Date(Date.now() + 90 * 86400000).toLocaleDateString('en', { dateStyle: 'medium' })`,
    );
    expect(await readHint()).toContain(`The key expires on ${expiry}`);
    await page.type('#field-expiresInDays', '0');
    expect(await readHint()).toBe('In days, from 1 to 365.');
  });
});

describe('the accounts of a person', () => {
  it('are chosen by the URL, so that two tabs can show two accounts', async () => {
    const { page, url, openTab, service } = test;
    const other = await openTab();
    await openScreen(page, url('/settings/api-keys'));
    await openScreen(other, url('/settings/api-keys', accounts.empty));
    expect(await other.evaluate(`document.querySelector('.empty').innerText`)).toContain('no API keys yet');
    await page.evaluate(clickLink('Members'));
    await waitForScreen(page, 'Members');
    const named = service.requests
      .filter(({ url: each }) => each.includes('/v1/members'))
      .map(({ headers }) => headers['a11y-account']);
    expect(named).toEqual([accounts.full]);
    expect(page.url()).toContain(`account=${accounts.full}`);
    expect(await other.title()).toContain('Empty Ltd');
  });

  it('are offered if the URL names none of them', async () => {
    const { page, url } = test;
    await openScreen(page, url('/settings/usage', 'acct_unknown'));
    expect(await page.evaluate(`document.querySelector('h1').innerText`)).toBe('Choose an account');
    await page.evaluate(clickLink('Empty Ltd'));
    await waitForScreen(page, 'Usage');
    expect(page.url()).toContain(`/settings/usage?account=${accounts.empty}`);
  });

  it('are added to the URL if there is only one', async () => {
    const { page, service } = test;
    service.state.me.accounts.splice(1);
    await openScreen(page, `${service.origin}/settings/usage?counter=scans`);
    await waitForScreen(page, 'Usage');
    expect(page.url()).toContain(`account=${accounts.full}&counter=scans`);
  });
});

describe('names with markup', () => {
  it('are shown as text, with Trusted Types enforced', async () => {
    const { page, url } = test;
    for (const path of ['/settings/api-keys', '/settings/members']) {
      await openScreen(page, url(path));
      expect(await page.evaluate(`document.querySelectorAll('img').length`)).toBe(0);
      expect(await page.evaluate(`document.querySelector('main').innerText`)).toContain(HOSTILE);
      expect(await page.title()).not.toBe('attacked');
    }
  });
});

describe('calls that fail', () => {
  it('are explained with the words of the service, and can be repeated', async () => {
    const { page, url, service } = test;
    service.state.overrides['GET /api-keys'] = {
      ...problem(
        429,
        'rate-limited',
        'One person may make 600 requests per minute. Wait 7 s, then try again.',
      ),
      headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '7' },
    };
    await openScreen(page, url('/settings/api-keys'));
    await waitForAnnouncement(page, '600 requests', 'alert');
    const words = await page.evaluate(`document.querySelector('.notice').innerText`);
    expect(words).toContain('Wait 7 s');
    service.state.overrides = {};
    await page.evaluate(clickLink('Try again'));
    await page.waitForSelector('tbody tr');
  });

  it('say that the device is offline', async () => {
    const { page, url } = test;
    await openScreen(page, url('/'));
    await page.evaluate(`import([...document.querySelectorAll('script')][0].src)`);
    await openScreen(page, url('/settings/api-keys'));
    await page.setOfflineMode(true);
    await page.evaluate(clickLink('CI of the shop'));
    await page.waitForFunction(
      `/No connection|could not be loaded/.test(document.querySelector('main').innerText)`,
    );
    await page.setOfflineMode(false);
  });

  it('announce that the service is slow', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/'));
    const { promise, resolve } = Promise.withResolvers<void>();
    service.state.hold = promise;
    await page.evaluate(clickLink('Members'));
    await waitForAnnouncement(page, 'Loading…');
    resolve();
    await waitForScreen(page, 'Members');
  });

  it('offer to reload if an update removed the script of a screen', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/'));
    service.state.missingFiles = ['assets/audit-'];
    await page.setCacheEnabled(false);
    await page.evaluate(clickLink('Audit log'));
    await waitForScreen(page, 'This screen could not be loaded');
    service.state.missingFiles = [];
    await page.evaluate(clickLink('Reload'));
    await waitForScreen(page, 'Audit log');
  });
});

describe('the export of the audit log', () => {
  it('reads all pages, and announces start and end', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/settings/audit?action=key.rotated'));
    await page.evaluate(`URL.createObjectURL = (blob) => { window.saved = blob; return '#'; }`);
    await page.evaluate(clickLink('Export as CSV'));
    await waitForAnnouncement(page, 'complete');
    expect(await page.evaluate('window.saved.text()')).toBe('first\nsecond\n');
    const asked = service.requests.filter(({ url: each }) => each.includes('/export'));
    expect(asked.map(({ headers }) => headers['a11y-account'])).toEqual([accounts.full, accounts.full]);
    expect(asked[0]?.url).toContain('action=key.rotated');
  });
});

describe('the theme', () => {
  it('follows the system, can be chosen, and stays chosen', async () => {
    const { page, url } = test;
    const ground = () => page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await openScreen(page, url('/'));
    expect(await ground()).toBe('rgb(20, 23, 26)');
    await page.select('.theme select', 'light');
    expect(await ground()).toBe('rgb(246, 245, 241)');
    await page.reload();
    await waitForScreen(page);
    expect(await ground()).toBe('rgb(246, 245, 241)');
  });

  it('has no motion if less motion is preferred', async () => {
    const { page, url } = test;
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await openScreen(page, url('/'));
    const moving = await page.evaluate(`[...document.querySelectorAll('*')]
      .filter((each) => getComputedStyle(each).transitionDuration !== '0s' || getComputedStyle(each).animationName !== 'none').length`);
    expect(moving).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { problem } from '../../support/dashboard/fake-answer.ts';
import { HOSTILE, id } from '../../support/dashboard/fake-data.ts';
import {
  createFakeResults,
  endedScanId,
  listFakeGroups,
  runningScanId,
} from '../../support/dashboard/fake-results.ts';
import {
  openScreen,
  pressByKeyboard,
  readFocus,
  replaceClipboard,
  waitForAnnouncement,
  waitForScreen,
} from '../../support/dashboard/open-screen.ts';
import { useDashboard } from '../../support/dashboard/session.ts';

const test = useDashboard();
const ended = (query = '') => `/scans/${endedScanId}${query}`;
const running = `/scans/${runningScanId}`;
const read = (selector: string) =>
  test.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`);
const count = (selector: string) =>
  test.page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
const listCalls = (part: string) => test.service.requests.filter(({ url }) => url.includes(part));

describe('the progress of a scan', () => {
  it('is updated until the report is ready, then the results are shown', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(running));
    expect(await page.evaluate(`document.querySelector('progress + .facts').textContent`)).toContain(
      'Running 12 of 40 pages',
    );
    const scan = service.state.scans.find(({ id }) => id === runningScanId);
    Object.assign(scan ?? {}, { status: 'completed', report: 'ready' });
    await waitForAnnouncement(page, 'The scan is completed');
    await waitForScreen(page);
    expect(await read('.tabs [aria-current]')).toBe('Summary');
    const before = listCalls(running).length;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(listCalls(running).length).toBe(before);
  });

  it('goes on after a call that failed', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(running));
    service.state.overrides[`GET ${running}`] = problem(503, 'service-unavailable', 'The service is busy.');
    await waitForAnnouncement(page, 'The service is busy.', 'alert');
    expect(await count('progress')).toBe(1);
    service.state.overrides = {};
    await page.waitForFunction(`document.querySelector('.notice') === null`);
  });

  it('is cancelled after a question, by keyboard', async () => {
    const { page, url } = test;
    await openScreen(page, url(running));
    await pressByKeyboard(page, 'Cancel the scan');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Cancel the scan');
    await waitForAnnouncement(page, 'The scan was cancelled');
    expect(await read('.notice')).toContain('There is no report.');
  });
});

describe('the results of a scan', () => {
  it('show the findings of one issue group, which the URL names, and escape all texts', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations')));
    expect(await count('article')).toBe(3);
    expect(await read('main')).toContain(HOSTILE);
    await pressByKeyboard(page, 'Show findings of Images');
    await page.waitForSelector('.finding');
    expect(await readFocus(page)).toMatch(/^Hide findings of Images/);
    expect(new URL(page.url()).searchParams.get('group')).toBe('grp_1');
    expect(await count('.finding')).toBe(2);
    await page.goBack();
    await page.waitForFunction(`document.querySelector('.finding') === null`);
  });

  it('do not say that nothing was found if everything is suppressed, or if no page was tested', async () => {
    const { page, url, service } = test;
    const { summary, ...others } = createFakeResults(true);
    const suppressed = { ...summary.suppressed, violations: { elements: 4, rules: 1 } };
    const override = (changes: Partial<typeof summary>) => {
      const body = { ...others, summary: { ...summary, ...changes } };
      service.state.overrides = { [`GET ${ended()}/results`]: { status: 200, body } };
    };
    override({ suppressed });
    await openScreen(page, url(ended()));
    expect(await read('main')).toContain('found only suppressed violations on 1 page: 4 elements');
    expect(await read('main')).not.toMatch(/found no violation|Fix these first/);
    await openScreen(page, url(ended('?tab=violations&rule=none')));
    expect(await read('.empty')).toBe('No issue group matches the filters.');
    service.state.overrides[`GET ${ended()}/groups`] = {
      status: 200,
      body: { items: [], nextCursor: null, total: 0 },
    };
    await openScreen(page, url(ended('?tab=violations')));
    expect(await read('.empty')).toBe(
      'All violations that were found are suppressed. The filter Suppressed shows them.',
    );
    override({ pages: { known: 1, scanned: 0, byOutcome: { timeout: 1 } } });
    await openScreen(page, url(ended()));
    expect(await read('main')).toContain('No page was scanned.');
  });

  it('count issue groups by impact as the overview and the list that the number leads to', async () => {
    const { page, url, service } = test;
    const { summary, ...others } = createFakeResults(false);
    const issueGroupsByImpact = { critical: 2, serious: 0, moderate: 1, minor: 0 };
    const body = {
      ...others,
      summary: { ...summary, issueGroupsByImpact },
      timeToFix: { groupsFixed: 1, medianDays: 0.2 },
    };
    service.state.overrides = { [`GET ${ended()}/results`]: { status: 200, body } };
    await openScreen(page, url(ended()));
    const tiles = await read('.tiles');
    expect(tiles).toMatch(/Critical issue groups\s+2\s/);
    expect(tiles).toMatch(/Moderate issue groups\s+1\s/);
    expect(tiles).not.toContain('Serious');
    expect(tiles).toMatch(/Time to fix\s+Under 1 day\s/);
    expect(await read('.tiles a[href*="tab=violations&impact=critical"]')).toBe('2');
  });

  it('name the path and the page of groups in the summary that would have the same name', async () => {
    const { page, url, service } = test;
    const at = (path: string, pageUrl: string) => ({
      selector: 'img',
      html: '',
      howToFix: '',
      path,
      url: pageUrl,
    });
    const [first, ...others] = listFakeGroups(
      (name) => (name === 'kind' ? 'violation' : undefined),
      false,
    ).items;
    const items = [
      { ...first, id: 'grp_a', element: at('main > img', 'https://shop.example/') },
      { ...first, id: 'grp_b', element: at('main > img', 'https://shop.example/cart') },
      ...others.filter(({ ruleId }) => ruleId === 'label'),
    ];
    const body = { items, nextCursor: null, total: items.length };
    service.state.overrides = { [`GET ${ended()}/groups`]: { status: 200, body } };
    await openScreen(page, url(ended()));
    const names = await page.evaluate(`[...document.querySelectorAll('.first a')].map((a) => a.innerText)`);
    expect(names).toEqual([
      'Images must have alternative text main > img on https://shop.example/',
      'Images must have alternative text main > img on https://shop.example/cart',
      'Form elements must have labels img',
    ]);
  });

  it('name the baseline of scans without a branch', async () => {
    const { page, url, service } = test;
    const { comparison, ...others } = createFakeResults(false);
    const readChoice = async (branch: string | null) => {
      const baseline = { ...comparison.baseline, branch, chosenBy: 'branch' };
      const body = { ...others, comparison: { ...comparison, baseline } };
      service.state.overrides = { [`GET ${ended()}/results`]: { status: 200, body } };
      await openScreen(page, url(ended('?tab=changes')));
      return read('#changes, h2 + p');
    };
    expect(await readChoice('main')).toContain('It is the baseline of the same branch.');
    expect(await readChoice(null)).toContain('It is the baseline of scans without a branch.');
  });

  it('do not move the buttons of a group if its history is opened', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations')));
    const readTop = () => page.evaluate(`document.querySelector('article .actions button').offsetTop`);
    const before = await readTop();
    await page.evaluate(`document.querySelector('article details').open = true`);
    await page.waitForSelector('article details li, article details p');
    expect(await readTop()).toBe(before);
  });

  it('say which branch and commit they are of', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended()));
    expect(await read('.heading p:last-child')).toBe('feature/menu 9f1c2ab');
  });

  it('are filtered by the service', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations&impact=moderate&rule=region')));
    expect(await count('article')).toBe(1);
    expect(listCalls('/groups').at(-1)?.url).toContain(
      'impact=moderate&rule=region&suppressed=false&decision=open&kind=violation',
    );
  });

  it('copy a finding as Markdown', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations&group=grp_1')));
    await page.waitForSelector('.finding');
    await replaceClipboard(page);
    expect(await read('.finding .actions button')).toBe('Copy as Markdown');
    await pressByKeyboard(page, 'Copy as Markdown');
    await waitForAnnouncement(page, 'Copied to the clipboard.');
    expect(await page.evaluate('window.copied')).toContain('**Critical: Images must have alternative text**');
  });

  it('get the picture of a finding only when it is asked for, because each link is in the audit log', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations&group=grp_1')));
    await page.waitForSelector('.finding');
    expect(listCalls('/pictures/')).toEqual([]);
    await pressByKeyboard(page, 'Show picture of html > body');
    // The fake service has no pictures.
    await waitForAnnouncement(page, 'The picture could not be loaded.', 'alert');
    await page.waitForSelector('.finding button[aria-label^="Show picture"]');
    expect(listCalls('/pictures/pic_')).not.toEqual([]);
  });

  it('lead from a page to its violations', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=pages')));
    await pressByKeyboard(page, '1: show violations on https://www.example.com/');
    await page.waitForSelector('article');
    expect(listCalls('/groups').at(-1)?.url).toContain(
      `page=${encodeURIComponent('https://www.example.com/')}`,
    );
  });

  it('have no numbers for a page that was not scanned, because zero would say that it has no problem', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=pages&outcome=')));
    expect(await read('tbody tr:last-child')).toMatch(/The page did not respond in 30 s\.\s+–\s+–\s+–$/);
  });

  it('get a link for a download, without the session in it', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended()));
    await page.evaluate(`window.open = (...given) => { window.opened = given; }`);
    await pressByKeyboard(page, 'Open the report');
    await waitForAnnouncement(page, 'The link to the report is ready.');
    expect(await page.evaluate('window.opened')).toEqual(['/nothing', '_blank', 'noopener,noreferrer']);
    expect(listCalls('/report?').at(-1)?.url).toContain('format=html&delivery=link');
  });
});

describe('suppressing', () => {
  const DAY_MS = 86_400_000;
  const GROUP = 'Suppress Images must have alternative text, img';
  const suppress = async (name: string) => {
    await pressByKeyboard(test.page, name);
    await test.page.waitForSelector('dialog[open]');
  };
  const readSent = () => {
    const sent = test.service.requests.findLast(({ method }) => method === 'POST');
    return { path: sent?.url, body: JSON.parse(sent?.body ?? '') };
  };

  it('an issue group needs a reason, expires after 90 days, and counts from the next scan on', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations')));
    await suppress(GROUP);
    expect(await read('dialog')).toContain('elements of the same group that are found in the future');
    expect(await read('dialog')).toContain('counts from the next scan on');
    await pressByKeyboard(page, 'Suppress');
    await page.waitForSelector('.error-summary');
    await pressByKeyboard(page, 'Reason must not be empty');
    expect(await read('#field-suppress-reason-error')).toContain('must not be empty');
    await page.keyboard.type('Widget of another company');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, 'Suppressed from the next scan on.');
    expect(await readFocus(page)).toBe('Suppressed from the next scan on.');
    const day = new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10);
    expect(readSent()).toEqual({
      path: expect.stringMatching(/^\/api\/v1\/sites\/site_\w+\/suppressions$/),
      body: {
        match: { issueGroup: 'grp_1' },
        reason: 'Widget of another company',
        expiresAt: `${day}T00:00:00Z`,
      },
    });
    await pressByKeyboard(page, 'Summary');
    await pressByKeyboard(page, 'Violations');
    await page.waitForSelector('article');
    expect(await read('article .actions')).toContain('Suppressed from the next scan on.');
  });

  it('a finding is by its fingerprint, and is not offered for those without one', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations&group=grp_1')));
    await page.waitForSelector('.finding');
    expect(await count('.finding button[aria-label^="Suppress"]')).toBe(1);
    await suppress('Suppress html > body');
    await page.focus('#field-suppress-expiresAt');
    await page.evaluate(
      `document.activeElement.value = ''; document.activeElement.dispatchEvent(new Event('input', { bubbles: true }))`,
    );
    await page.focus('#field-suppress-reason');
    await page.keyboard.type('Known');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, 'Suppressed from the next scan on.');
    expect(readSent().body).toEqual({
      match: { fingerprint: 'f1_3c1e5a0b4c7e9b7b0f6f0c0f' },
      reason: 'Known',
      expiresAt: null,
    });
  });

  it('can be left by Escape, which returns the focus to the button', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended('?tab=violations')));
    await suppress(GROUP);
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.querySelector('dialog') === null`);
    expect(await readFocus(page)).toBe(GROUP);
    expect(test.service.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('is explained at a suppressed finding: by whom, and why', async () => {
    const { page, url, service } = test;
    const { suppressions, ...others } = createFakeResults(false);
    const given = { id: id('supp', '1'), reason: 'Widget of another company' };
    const body = { ...others, suppressions: suppressions.map((each) => ({ ...each, ...given })) };
    service.state.overrides = { [`GET ${ended()}/results`]: { status: 200, body } };
    await openScreen(page, url(ended('?tab=violations&suppressed=all&group=grp_1')));
    await page.waitForSelector('.finding');
    expect(await read('.finding:last-of-type')).toMatch(/Suppressed by [\w ]+: Widget of another company/);
  });

  it('is not offered to a member who may not do it, or for what is suppressed already', async () => {
    const { page, url, service } = test;
    await openScreen(page, url(ended('?tab=violations&suppressed=true')));
    expect(await count('article')).toBe(1);
    expect(await count('button[aria-label^="Suppress"]')).toBe(0);
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url(ended('?tab=violations')));
    expect(await count('article')).toBe(3);
    expect(await count('button[aria-label^="Suppress"]')).toBe(0);
  });
});

describe('accepting a scan', () => {
  it('needs a reason, and is shown with it', async () => {
    const { page, url } = test;
    await openScreen(page, url(ended()));
    await pressByKeyboard(page, 'Accept as baseline');
    await page.waitForSelector('dialog[open]');
    await pressByKeyboard(page, 'Accept');
    await page.waitForSelector('.error-summary');
    await pressByKeyboard(page, 'Reason must not be empty');
    await page.keyboard.type('Known');
    await page.keyboard.press('Enter');
    await waitForAnnouncement(page, 'The scan was accepted as the baseline.');
    expect(await read('.notice')).toContain('Ada Lovelace accepted this scan as the baseline: Known');
  });

  it('is not offered to a member who may not do it', async () => {
    const { page, url, service } = test;
    for (const account of service.state.me.accounts) account.role = 'viewer';
    await openScreen(page, url(ended()));
    expect(await read('main')).not.toContain('Accept as baseline');
    await openScreen(page, url(running));
    expect(await read('main')).not.toContain('Cancel the scan');
  });
});

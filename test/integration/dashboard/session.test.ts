import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { problem } from '../../support/dashboard/fake-answer.ts';
import { keyValue } from '../../support/dashboard/fake-calls.ts';
import { accounts, createMe, inviteToken, keyId } from '../../support/dashboard/fake-data.ts';
import { openScreen, replaceClipboard, waitForScreen } from '../../support/dashboard/open-screen.ts';
import { useDashboard } from '../../support/dashboard/session.ts';

const test = useDashboard();

const click = (page: Page, text: string) =>
  page.evaluate(
    `[...(document.querySelector('dialog[open]') ?? document).querySelectorAll('a, button')].find((each) => each.innerText.trim() === ${JSON.stringify(text)}).click()`,
  );
const readHeading = (page: Page) => page.evaluate(`document.querySelector('h1').innerText`);
const tooOld = problem(403, 'sign-in-too-old', 'Sign in again.');

/** Creates a key, and waits for its value. */
async function createKey(page: Page): Promise<void> {
  await openScreen(page, test.url('/settings/api-keys/new'));
  await page.type('#field-name', 'Nightly CI');
  await page.click('main button[type=submit]');
  await waitForScreen(page, 'Value of Nightly CI');
}

describe('the value of a key', () => {
  it('is in no URL, no history entry and no storage, and not in the document after leaving', async () => {
    const { page, service } = test;
    await createKey(page);
    expect(await page.evaluate('document.body.innerText')).toContain(keyValue);
    const stored = `JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])`;
    expect(await page.evaluate(stored)).not.toContain(keyValue);
    await click(page, 'Members');
    await page.waitForSelector('dialog[open]');
    expect(await page.evaluate(`document.querySelector('dialog').innerText`)).not.toContain(keyValue);
    await click(page, 'Leave');
    await waitForScreen(page, 'Members');
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(keyValue);
    await page.goBack();
    await waitForScreen(page, 'Value of the API key');
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(keyValue);
    expect(service.requests.some(({ url }) => url.includes(keyValue))).toBe(false);
  });

  it('is not left without a question, by link, by the back button or by closing', async () => {
    const { page } = test;
    await createKey(page);
    await click(page, 'Members');
    await page.waitForSelector('dialog[open]');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Stay on this screen');
    await click(page, 'Stay on this screen');
    expect(await readHeading(page)).toBe('Value of Nightly CI');
    await page.evaluate('history.back()');
    await page.waitForSelector('dialog[open]');
    // The browser closes a dialog at Escape, even if a handler prevents it: the value must still be there.
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.body.innerText')).toContain(keyValue);
    expect(page.url()).toContain('/value');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', async (dialog) => {
        resolve(dialog.type());
        await dialog.accept();
      });
    });
    await page.reload();
    expect(await asked).toBe('beforeunload');
    await waitForScreen(page, 'Value of the API key');
    expect(await page.evaluate('document.body.innerText')).toContain('shown once');
  });

  it('can be left without a question after it was copied', async () => {
    const { page } = test;
    await createKey(page);
    await replaceClipboard(page);
    await click(page, 'Copy');
    await page.waitForSelector('.notice.good');
    await click(page, 'Members');
    await waitForScreen(page, 'Members');
  });

  it('is selected, with a visible explanation, when the browser denies the clipboard', async () => {
    const { page } = test;
    await createKey(page);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))');
    await click(page, 'Copy');
    await page.waitForFunction(`document.querySelector('main').innerText.includes('does not allow copying')`);
    expect(await page.evaluate('getSelection().toString()')).toBe(keyValue);
  });

  it('is wiped when the browser stores the page in its page cache', async () => {
    const { page } = test;
    await createKey(page);
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`);
    await waitForScreen(page, 'Value of the API key');
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(keyValue);
  });
});

describe('a session that ends', () => {
  it('leads back to the same screen, with what was entered', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/settings/api-keys/new'));
    await page.type('#field-name', 'Draft');
    service.state.isSignedIn = false;
    await page.click('main button[type=submit]');
    await waitForScreen(page, 'Your session has ended');
    service.state.isSignedIn = true;
    await click(page, 'Sign in');
    await waitForScreen(page, 'Create API key');
    expect(await page.evaluate(`document.getElementById('field-name').value`)).toBe('Draft');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('Draft');
  });

  it('asks for a newer sign-in, and returns to the same screen', async () => {
    const { page, url, service } = test;
    service.state.overrides['POST /api-keys'] = tooOld;
    await openScreen(page, url('/settings/api-keys/new'));
    await page.type('#field-name', 'Draft');
    await page.click('main button[type=submit]');
    await page.waitForSelector('.notice.warning');
    service.state.overrides = {};
    await click(page, 'Sign in again');
    await waitForScreen(page, 'Create API key');
    expect(await page.evaluate(`document.getElementById('field-name').value`)).toBe('Draft');
    const begun = service.requests.find(({ url: each }) => each.includes('/sign-in?'))?.url ?? '';
    const { searchParams } = new URL(begun, service.origin);
    expect(searchParams.get('again')).toBe('true');
    expect(searchParams.get('return')).toBe(`/settings/api-keys/new?account=${accounts.full}`);
  });

  it('empties every tab at the sign-out, and the back button shows nothing', async () => {
    const { page, url, openTab } = test;
    const other = await openTab();
    for (const [tab, path] of [
      [page, '/settings/api-keys'],
      [other, '/settings/members'],
    ] as const) {
      await openScreen(tab, url('/'));
      await openScreen(tab, url(path));
    }
    await click(page, 'Sign out');
    await waitForScreen(page, 'Signed out');
    await waitForScreen(other, 'Signed out');
    for (const tab of [page, other]) {
      await tab.goBack();
      await waitForScreen(tab);
      expect(await tab.evaluate('document.body.innerText')).not.toMatch(/CI of the shop|ada@example\.com/);
    }
  });

  it('empties a tab that shows the value of a key, without a question', async () => {
    const { page, url, openTab } = test;
    const other = await openTab();
    await openScreen(page, url('/settings/members'));
    await createKey(other);
    // Without a gesture of the person, browsers ask nothing before they leave a page.
    await other.click('h1');
    await click(page, 'Sign out');
    await waitForScreen(other, 'Signed out');
    expect(await other.evaluate('document.documentElement.outerHTML')).not.toContain(keyValue);
  });

  it('becomes that of another person in every tab', async () => {
    const { page, url, service, openTab } = test;
    const other = await openTab();
    // A fragment, as the skip link adds it: the same address with a fragment does not load a page again.
    await openScreen(page, `${url('/settings/sessions')}#main`);
    await page.waitForFunction(`document.body.innerText.includes('ada@example.com')`);
    const rupert = { personId: `person_${'7'.repeat(26)}`, name: 'Rupert', email: 'rupert@example.com' };
    service.state.overrides['GET /me'] = { status: 200, body: { ...createMe(), person: rupert } };
    await openScreen(other, url('/settings/sessions'));
    await page.waitForFunction(`document.body.innerText.includes('rupert@example.com')`);
    expect(await page.evaluate('document.body.innerText')).not.toContain('ada@example.com');
  });

  it('empties the other tabs also if this browser denies storage', async () => {
    const { url, openTab } = test;
    const [page, other] = [await openTab(), await openTab()];
    await openScreen(other, url('/settings/members'));
    await page.evaluateOnNewDocument(`for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
    }`);
    await openScreen(page, url('/settings/api-keys'));
    await click(page, 'Sign out');
    await waitForScreen(page, 'Signed out');
    await waitForScreen(other, 'Signed out');
  });

  it('ends everywhere', async () => {
    const { page, url, service } = test;
    await openScreen(page, url('/settings/sessions'));
    await click(page, 'Sign out everywhere');
    await page.waitForSelector('dialog[open]');
    await click(page, 'Sign out everywhere');
    await waitForScreen(page, 'Signed out');
    expect(
      service.requests.some(({ method, url: each }) => method === 'DELETE' && each.endsWith('/me/sessions')),
    ).toBe(true);
  });

  it.each([
    ['provider-down', 'The sign-in service does not answer'],
    ['clock-skew', 'The clocks do not agree'],
    ['refused', 'The sign-in was refused'],
    ['email-not-verified', 'Your email address is not verified'],
    ['not-invited', 'You are not a member of an account'],
    ['something-new', 'The sign-in did not work'],
  ])('has words for %s', async (code, title) => {
    const { page, service } = test;
    service.state.isSignedIn = false;
    await openScreen(page, `${service.origin}/signed-out?problem=${code}`);
    expect(await readHeading(page)).toBe(title);
  });
});

describe('an invitation', () => {
  it('is accepted after the sign-in, and its token is in no address, request path or history', async () => {
    const { page, service } = test;
    service.state.isSignedIn = false;
    await openScreen(page, `${service.origin}/invitation#${inviteToken}`);
    expect(page.url()).toBe(`${service.origin}/invitation`);
    service.state.isSignedIn = true;
    await page.evaluate(`document.querySelector('main .button').click()`);
    await waitForScreen(page, 'Invitation to Beta Works');
    await click(page, 'Accept invitation');
    await waitForScreen(page, 'Overview');
    expect(await page.evaluate(`document.querySelector('.notice').innerText`)).toBe(
      'You are now a member of Beta Works.',
    );
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(inviteToken);
    for (const { url, headers } of service.requests) {
      expect(`${url} ${headers.referer ?? ''}`).not.toContain(inviteToken);
    }
  });

  it('changes nothing when it is opened', async () => {
    const { page, service } = test;
    await openScreen(page, `${service.origin}/invitation#${inviteToken}`);
    await waitForScreen(page, 'Invitation to');
    expect(service.requests.filter(({ url }) => url.endsWith('/accept'))).toEqual([]);
  });

  it.each([
    ['invitation-invalid', 404, 'The invitation cannot be used'],
    ['invitation-for-another-person', 403, 'This invitation is for another person'],
  ])('explains %s', async (code, status, title) => {
    const { page, service } = test;
    service.state.overrides['POST /me/invitations/preview'] = problem(status, code, '');
    await openScreen(page, `${service.origin}/invitation#${inviteToken}`);
    await page.waitForSelector('.notice');
    expect(await page.evaluate(`document.querySelector('.notice h2').innerText`)).toBe(title);
    const isKept = code !== 'invitation-invalid';
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).toContain(isKept ? inviteToken : '{}');
    if (isKept)
      expect(await page.evaluate(`document.querySelector('.notice a').innerText`)).toBe(
        'Sign in as someone else',
      );
  });
});

describe('the address of a screen', () => {
  it('returns to the screen after the sign-in', async () => {
    const { page, url, service } = test;
    service.state.isSignedIn = false;
    await openScreen(page, url(`/settings/api-keys/${keyId}`));
    service.state.isSignedIn = true;
    await page.evaluate(`document.querySelector('main .button').click()`);
    await waitForScreen(page, 'CI of the shop');
  });
});

import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { ensurePerson } from '../../../adapters/dynamodb/people.ts';
import { SESSION_COOKIE } from '../../../core/access/session-text.ts';
import type { MemberRole } from '../../../core/people/membership.ts';
import { DASHBOARD_HOST } from '../../../local/gateway/sites.ts';
import { getClaims } from '../../../local/identity/people.ts';
import type { TestService } from '../service.ts';
import { addMember } from '../sign-in.ts';
import { watchErrors } from './browser.ts';
import { openRecordedPage, waitForScreen } from './open-screen.ts';

/** What the service answers to a call that a script of the page makes. */
export interface PageAnswer {
  status: number;
  /** Names of the headers that a script can read. */
  headers: string[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects
  json: any;
}

/** Makes the person with an address a member, as the local provider of identities names the person. */
export async function admit(
  { store, runtime }: TestService,
  email: string,
  accountId: string,
  role: MemberRole = 'admin',
  siteIds?: string[],
): Promise<string> {
  const { sub, name } = getClaims(email);
  const identity = { issuer: `http://127.0.0.1:${runtime.port}`, subject: sub };
  const { personId } = await ensurePerson(store, identity, { name, email }, new Date());
  await addMember(store, personId, accountId, role, siteIds);
  return personId;
}

/** A person at a browser of their own, who finds controls by role and name, as assistive technology does. */
export class Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly origin: string;
  /** Errors that the tabs reported: exceptions, violations of the policy. */
  readonly errors: string[] = [];

  private constructor(page: Page, origin: string) {
    this.context = page.browserContext();
    this.page = page;
    this.origin = origin;
    watchErrors(page, this.errors);
  }

  static async arrive(browser: Browser, { runtime }: TestService): Promise<Visitor> {
    const context = await browser.createBrowserContext();
    return new Visitor(await openRecordedPage(context), runtime.dashboardUrl);
  }

  /** Returns the same person in a further tab of the same browser. */
  async openTab(): Promise<Visitor> {
    return new Visitor(await openRecordedPage(this.context), this.origin);
  }

  /** Opens the address of a screen. */
  async open(path: string, title?: string): Promise<void> {
    await this.page.goto(this.origin + path);
    await waitForScreen(this.page, title);
  }

  async press(name: string, role = 'button'): Promise<void> {
    await this.find(name, role).click();
  }

  /** Follows a link to a screen. */
  async follow(name: string, title = name): Promise<void> {
    await this.press(name, 'link');
    await waitForScreen(this.page, title);
  }

  async fill(name: string, value: string, role = 'textbox'): Promise<void> {
    await this.find(name, role).fill(value);
  }

  /** Returns the control with a role and an accessible name, which may appear later. */
  find(name: string, role: string) {
    return this.page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(60_000);
  }

  /** Signs in by the control of the current screen. The provider asks for the address. */
  async signIn(email: string, title: string): Promise<void> {
    await this.press('Sign in', 'link');
    await this.authenticate(email);
    await waitForScreen(this.page, title);
  }

  /** Enters the address at the provider of identities. */
  async authenticate(email: string): Promise<void> {
    await this.fill('Email', email);
    await this.press('Sign in');
  }

  /** Returns the text that the page shows. */
  async read(selector = 'body'): Promise<string> {
    return (await this.page.evaluate(
      `document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`,
    )) as string;
  }

  /** Returns what the screen says about the fact with a name. */
  async readFact(name: string): Promise<string> {
    return (await this.page.evaluate(
      `[...document.querySelectorAll('dt')].find((each) => each.innerText === ${JSON.stringify(name)})
        ?.nextElementSibling.innerText ?? ''`,
    )) as string;
  }

  /** Waits until the page shows a text. */
  async waitForText(text: string): Promise<void> {
    await this.page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, {
      polling: 30,
      timeout: 60_000,
    });
  }

  /** Calls the API as a script of the dashboard does. */
  async call(method: string, path: string, accountId: string, body?: object): Promise<PageAnswer> {
    return (await this.page.evaluate(
      async (url, init) => {
        const response = await fetch(url, init);
        const text = await response.text();
        const headers = [...response.headers.keys()];
        return { status: response.status, headers, json: text === '' ? null : JSON.parse(text) };
      },
      `${this.origin}/api/v1${path}`,
      {
        method,
        headers: { 'A11y-Account': accountId, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    )) as PageAnswer;
  }

  /** Gives the browser a session. @param cookie value of a `Cookie` header */
  async useSession(cookie: string): Promise<void> {
    const [name = '', value = ''] = cookie.split('=');
    const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' as const };
    await this.context.setCookie({ name, value, domain: DASHBOARD_HOST, ...attributes });
  }

  /** Returns the value of the session's cookie; undefined if the browser has none. */
  async readSession(): Promise<string | undefined> {
    const cookies = await this.context.cookies();
    return cookies.find(({ name }) => name === SESSION_COOKIE)?.value;
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

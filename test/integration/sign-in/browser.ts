import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { gatewayEvent, lambdaContext } from '../../unit/http/gateway-event.ts';

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** A response of the function `sign-in`. */
export interface SignInAnswer {
  status: number;
  location: string;
  /** The values of `Set-Cookie`. */
  set: string[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects
  json: any;
}

/** A browser with cookies of the dashboard and of the provider, which calls the function `sign-in`. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #ofProvider = new Map<string, string>();
  readonly #handler: Handler;

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  /** The `Cookie` header of the dashboard's host. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Follows the link of a page of the dashboard. */
  begin(query: Record<string, string> = {}, site = 'same-origin'): Promise<SignInAnswer> {
    return this.call('GET', '/sign-in', query, { 'Sec-Fetch-Site': [site] });
  }

  /** Signs in at the provider. @returns the query with which it redirects back */
  async visitProvider(url: string): Promise<Record<string, string>> {
    let at = new URL(url);
    for (let redirects = 0; redirects < 10; redirects++) {
      const cookie = [...this.#ofProvider].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(at, { redirect: 'manual', headers: { Cookie: cookie } });
      await response.arrayBuffer();
      store(this.#ofProvider, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null) throw new Error(`the provider answered ${response.status} at ${at}`);
      at = new URL(location, at);
      if (at.pathname.endsWith('/sign-in/callback')) return Object.fromEntries(at.searchParams);
    }
    throw new Error('the provider redirects without an end');
  }

  finish(query: Record<string, string>): Promise<SignInAnswer> {
    return this.call('GET', '/sign-in/callback', query, { 'Sec-Fetch-Site': ['cross-site'] });
  }

  /** Makes a whole sign-in. */
  async signIn(query: Record<string, string> = {}): Promise<SignInAnswer> {
    const { location } = await this.begin(query);
    return this.finish(await this.visitProvider(location));
  }

  signOut(headers: Record<string, string[]> = {}): Promise<SignInAnswer> {
    const own = { 'Sec-Fetch-Site': ['same-origin'], 'A11y-Account': ['none'], ...headers };
    return this.call('POST', '/sign-out', {}, own);
  }

  async call(
    method: string,
    path: string,
    query: Record<string, string>,
    headers: Record<string, string[]>,
  ): Promise<SignInAnswer> {
    const event = gatewayEvent({
      method,
      resource: `/v1${path}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
      headers: {
        Cookie: [this.cookie],
        'User-Agent': ['Mozilla/5.0 (X11; Linux) Firefox/150.0'],
        ...headers,
      },
    });
    const result = await this.#handler(event, lambdaContext);
    const set = (result.multiValueHeaders?.['Set-Cookie'] ?? []).map(String);
    store(this.cookies, set);
    const isJson = /[/+]json/.test(String(result.headers?.['Content-Type']));
    return {
      status: result.statusCode,
      location: String(result.headers?.Location),
      set,
      json: isJson ? JSON.parse(result.body) : undefined,
    };
  }
}

function store(jar: Map<string, string>, set: readonly string[]): void {
  for (const text of set) {
    const [pair = '', ...attributes] = text.split(';');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const isOver = attributes.some((each) => /^ *(max-age=0|expires=Thu, 01 Jan 1970.*)$/i.test(each));
    if (isOver) jar.delete(name.trim());
    else jar.set(name.trim(), value);
  }
}

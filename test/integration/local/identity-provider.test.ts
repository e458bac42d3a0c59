import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMINISTRATOR_EMAIL, getClaims } from '../../../local/identity/people.ts';
import { createIdentityProvider } from '../../../local/identity/provider.ts';

const DASHBOARD = 'http://localhost:3000';
const CALLBACK_URL = `${DASHBOARD}/api/v1/sign-in/callback`;
const SIGNED_OUT_URL = `${DASHBOARD}/signed-out`;
const client = {
  clientId: 'dashboard',
  callbackUrls: [CALLBACK_URL],
  logoutUrls: [SIGNED_OUT_URL],
  scopes: ['openid', 'email', 'profile'],
};

let issuer: string;
let configuration: oidc.Configuration;
let listener: ReturnType<typeof createIdentityProvider>;
const server = createServer((request, response) => listener(request, response));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  listener = createIdentityProvider(issuer, DASHBOARD, [client]);
  const execute = [oidc.allowInsecureRequests];
  configuration = await oidc.discovery(new URL(issuer), client.clientId, undefined, oidc.None(), { execute });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const verifier = oidc.randomPKCECodeVerifier();

/** Returns the URL of a new sign-in. */
async function signInUrl(parameters: Record<string, string> = {}): Promise<URL> {
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: CALLBACK_URL,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'state',
    nonce: 'nonce',
    ...parameters,
  });
}

/** A browser that keeps the cookies of the provider, and follows its redirects until they lead elsewhere. */
class Visitor {
  private readonly cookies = new Map<string, string>();

  async open(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const next = location === null ? undefined : new URL(location, url);
    return next?.origin === issuer ? this.open(next) : response;
  }

  submit(page: Response, email: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.open(page.url, { method: 'POST', headers, body: new URLSearchParams({ email }) });
  }
}

async function claimsOf(response: Response, checks: oidc.AuthorizationCodeGrantChecks = {}) {
  const tokens = await oidc.authorizationCodeGrant(
    configuration,
    new URL(response.headers.get('location') ?? ''),
    {
      pkceCodeVerifier: verifier,
      expectedState: 'state',
      expectedNonce: 'nonce',
      ...checks,
    },
  );
  return tokens.claims();
}

describe('the local provider of identities', () => {
  it('signs a person in with an email address, without a password or a page for consent', async () => {
    const visitor = new Visitor();
    const page = await visitor.open(await signInUrl());
    const html = await page.text();
    expect(html).toMatch(/<label for="email">Email<\/label>/);
    expect(html).toContain(`value="${ADMINISTRATOR_EMAIL}"`);
    expect(html).toMatch(/<button type="submit">Sign in<\/button>/);
    expect(html).not.toContain('password"');
    const claims = await claimsOf(await visitor.submit(page, 'Ada@Example.com'));
    expect(claims).toMatchObject({
      auth_time: expect.any(Number),
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada',
      iss: issuer,
    });
  });

  it('gives a person the subject under which the local administrator is admitted, and others another one', async () => {
    const subjectOf = async (email: string) => {
      const visitor = new Visitor();
      return (await claimsOf(await visitor.submit(await visitor.open(await signInUrl()), email)))?.sub;
    };
    expect(await subjectOf('ADA@example.com')).toBe(getClaims('ada@example.com').sub);
    expect(await subjectOf('ada@example.com')).not.toBe(await subjectOf('eve@example.com'));
  });

  it('signs in again without a page, unless the service asks for a new sign-in, which has a new time', async () => {
    const visitor = new Visitor();
    const first = await claimsOf(
      await visitor.submit(await visitor.open(await signInUrl()), 'ada@example.com'),
    );
    expect((await claimsOf(await visitor.open(await signInUrl())))?.sub).toBe(first?.sub);
    const page = await visitor.open(await signInUrl({ prompt: 'login', max_age: '900' }));
    expect(page.status).toBe(200);
    const again = await claimsOf(await visitor.submit(page, 'ada@example.com'), { maxAge: 900 });
    expect(again?.auth_time).toBeGreaterThanOrEqual(first?.iat ?? Number.POSITIVE_INFINITY);
  });

  it('replaces the person who is signed in with another one', async () => {
    const visitor = new Visitor();
    await visitor.submit(await visitor.open(await signInUrl()), 'ada@example.com');
    const page = await visitor.open(await signInUrl({ prompt: 'login' }));
    const replacement = await visitor.submit(page, 'eve@example.com');
    // The page ends the session of the first person with fields that its script submits.
    const html = await replacement.text();
    const body = new URLSearchParams();
    for (const [, name = '', value = ''] of html.matchAll(
      /<input type="hidden" name="([^"]+)" value="([^"]+)"/g,
    ))
      body.append(name, value);
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
    const answer = await visitor.open(action, { method: 'POST', body });
    expect((await claimsOf(answer))?.sub).toBe(getClaims('eve@example.com').sub);
  });

  it('does not verify an address that begins with "unverified"', async () => {
    const visitor = new Visitor();
    const page = await visitor.open(await signInUrl());
    expect(await claimsOf(await visitor.submit(page, 'unverified.eve@example.com'))).toMatchObject({
      email_verified: false,
    });
  });

  // Only the root user can start a process of another user.
  it.runIf(process.getuid?.() === 0)('refuses another user of the machine', async () => {
    const program = `fetch(${JSON.stringify(String(await signInUrl()))}).then(async (r) => console.log(r.status, await r.text()))`;
    const nobody = { uid: 65_534, gid: 65_534 };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], nobody);
    expect(stdout).toMatch(/^403 [\s\S]*Another user of this machine sent this request\./);
  });

  it('says what is wrong with an address, and keeps it', async () => {
    const visitor = new Visitor();
    const answer = await visitor.submit(await visitor.open(await signInUrl()), '"><script>');
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
  });

  it('accepts the sign-in form of its own page only', async () => {
    const visitor = new Visitor();
    const page = await visitor.open(await signInUrl());
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await visitor.submit(page, 'ada@example.com', { 'Sec-Fetch-Site': site });
      expect(answer.status, site).toBe(403);
    }
    expect((await new Visitor().submit(page, 'ada@example.com')).status).toBe(400);
  });

  it('returns to no other address, and requires PKCE', async () => {
    const elsewhere = await signInUrl({ redirect_uri: 'http://localhost:3000/other' });
    const withoutPkce = await signInUrl();
    withoutPkce.searchParams.delete('code_challenge');
    expect((await new Visitor().open(elsewhere)).status).toBe(400);
    const answer = await new Visitor().open(withoutPkce);
    expect(answer.headers.get('location')).toContain('error=invalid_request');
  });

  it('signs out as Cognito does, and returns to known addresses only', async () => {
    const visitor = new Visitor();
    await visitor.submit(await visitor.open(await signInUrl()), 'ada@example.com');
    const signOut = (parameters: Record<string, string>) =>
      visitor.open(`${issuer}/logout?${new URLSearchParams(parameters)}`);
    const elsewhere = 'https://attacker.example/';
    expect((await signOut({ client_id: 'dashboard', logout_uri: elsewhere })).status).toBe(400);
    expect((await signOut({ client_id: 'other', logout_uri: SIGNED_OUT_URL })).status).toBe(400);
    const answer = await signOut({ client_id: 'dashboard', logout_uri: SIGNED_OUT_URL });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, SIGNED_OUT_URL]);
    expect((await visitor.open(await signInUrl())).status).toBe(200);
  });
});

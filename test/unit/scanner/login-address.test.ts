import { describe, expect, it } from 'vitest';
import {
  detectLoginMove,
  identityProviders,
  isFrontPage,
  isLoginAddress,
  loginLabels,
  loginSegments,
  loginWords,
} from '../../../scanner/page/login-address.ts';

const ASKED = 'https://www.example.com/a';

/** Returns the patterns that match no example which no other pattern matches. */
function untested(patterns: readonly string[], examples: readonly string[]): string[] {
  const matching = (example: string) => patterns.filter((pattern) => RegExp(`^(${pattern})$`).test(example));
  const hit = examples.map(matching).filter(({ length }) => length === 1);
  return patterns.filter((pattern) => !hit.flat().includes(pattern));
}

const words = [
  'login',
  'log-in',
  'log_in',
  'logon',
  'log-on',
  'log_on',
  'signin',
  'sign-in',
  'sign_in',
  'signon',
  'sign-on',
  'sign_on',
  'sso',
  'saml',
  'saml2',
  'auth',
  'oauth',
  'oauth2',
  'authenticate',
  'authorize',
  'authorise',
  'anmelden',
  'anmeldung',
  'einloggen',
  'connexion',
  'se-connecter',
  'iniciar-sesion',
  'acceso',
  'accedi',
  'inloggen',
  'entrar',
  'session/new',
];

describe('words of a login URL', () => {
  it.each(words)('%s', (word) => {
    for (const path of [`/${word}`, `/x/${word.toUpperCase()}?a=1`, `/user-${word}.php`, `/#/${word}`]) {
      expect(detectLoginMove(ASKED, `https://www.example.com${path}`)).toMatchObject({
        elsewhere: true,
        login: true,
      });
    }
    for (const path of [`/x${word}`, `/${word.replace(/\d$/, '')}x`]) {
      expect(detectLoginMove(ASKED, `https://www.example.com${path}`)).toMatchObject({
        elsewhere: true,
        login: false,
      });
    }
  });

  it('are all covered by the examples', () => expect(untested(loginWords, words)).toEqual([]));
});

const segments = [
  'login',
  'log-in',
  'log_in',
  'logon',
  'log-on',
  'log_on',
  'signin',
  'sign-in',
  'sign_in',
  'signon',
  'sign-on',
  'sign_on',
  'sso',
  'anmelden',
  'anmeldung',
  'einloggen',
  'connexion',
  'iniciar-sesion',
  'inloggen',
  'wp-login',
];

describe('path segments of login pages', () => {
  it.each(segments)('%s', (segment) => {
    for (const path of [`/${segment}`, `/de/${segment}/x`, `/${segment}.php`, `/${segment}.html`]) {
      expect(detectLoginMove(ASKED, `https://www.example.com${path}`).loginSegment).toBe(true);
    }
    expect(detectLoginMove(ASKED, `https://www.example.com/about-${segment}`).loginSegment).toBe(false);
  });

  it('are all covered by the examples', () => expect(untested(loginSegments, segments)).toEqual([]));
});

const labels = [
  'login',
  'log-in',
  'logon',
  'log-on',
  'signin',
  'sign-in',
  'signon',
  'sign-on',
  'sso',
  'auth',
  'oauth',
  'account',
  'accounts',
  'idp',
  'idm',
  'identity',
  'cas',
  'adfs',
  'sts',
  'keycloak',
  'saml',
];

describe('hosts of login pages', () => {
  it.each(labels)('%s.example.com', (label) => {
    for (const host of [`${label}.example.com`, `${label}-test.example.com`]) {
      expect(detectLoginMove(ASKED, `https://${host}/x`).loginHost).toBe(true);
      expect(isLoginAddress(`https://${host}/x`)).toBe(true);
    }
    for (const host of [`${label}x.example.com`, `www.${label}.example.com`]) {
      expect(detectLoginMove(ASKED, `https://${host}/x`).loginHost).toBe(false);
    }
  });

  it('are all covered by the examples', () => expect(untested(loginLabels, labels)).toEqual([]));

  const providers = [
    'team.okta.com',
    'team.oktapreview.com',
    'static.oktacdn.com',
    'team.eu.auth0.com',
    'team.onelogin.com',
    'login.microsoftonline.com',
    'login.microsoftonline.us',
    'login.microsoftonline.de',
    'team.b2clogin.com',
    'team.ciamlogin.com',
    'team.auth.eu-west-1.amazoncognito.com',
    'accounts.google.com',
    'appleid.apple.com',
    'team.pingone.com',
    'team.pingone.eu',
    'team.pingidentity.com',
    'api-1.duosecurity.com',
    'team.cloudflareaccess.com',
    'team.clerk.accounts.dev',
    'api.workos.com',
    'team.frontegg.com',
    'console.jumpcloud.com',
    'id.atlassian.com',
  ];

  it.each(providers)('%s', (host) => {
    expect(detectLoginMove(ASKED, `https://${host}/x`).loginHost).toBe(true);
  });

  it('of other services are all covered by the examples, and no others', () => {
    const named = providers.map((host) =>
      identityProviders.filter((name) => `.${host}`.endsWith(`.${name}`)),
    );
    expect(named.flat().toSorted()).toEqual(identityProviders.toSorted());
    for (const name of identityProviders.filter((each) => !/^(accounts|id)\./.test(each))) {
      expect(detectLoginMove(ASKED, `https://not${name}/x`).loginHost).toBe(false);
      expect(detectLoginMove(ASKED, `https://www.${name}.example.com/x`).loginHost).toBe(false);
    }
  });
});

describe('login URLs', () => {
  it('are no move if only scheme, slash or fragment of the requested page differ', () => {
    const stayed = { elsewhere: false, login: false, loginSegment: false, loginHost: false };
    for (const shown of ['http://example.com/a/', 'https://www.example.com/a#login', null, 'nonsense']) {
      expect(detectLoginMove(ASKED, shown)).toEqual(stayed);
    }
    expect(detectLoginMove('https://www.example.com/login', 'https://sso.example.com/login')).toEqual(stayed);
  });

  it.each([
    '/login',
    '/Login/',
    '/login.php?next=/a',
    '/users/sign_in',
    '/wp-login.php',
    '/customer_login',
    '/session/new',
    '/oauth/authorize',
    '/de/anmelden',
    '/#/login',
  ])('of which %s is a login page', (path) => {
    const url = `https://www.example.com${path}`;
    expect(isLoginAddress(url)).toBe(true);
    expect(detectLoginMove(url, 'https://www.example.com/login/form').elsewhere).toBe(false);
  });

  it.each([
    '/auth/settings',
    '/docs/sso/setup',
    '/entrar/conta',
    '/login/history',
    '/users/sign_in/devices',
    '/how-to-sign-in',
    '/about-sso',
    '/session/news',
    '/a?next=/login',
    '/a#login',
    '/#/login/settings',
  ])('of which %s is an ordinary page', (path) => {
    const url = `https://www.example.com${path}`;
    expect(isLoginAddress(url)).toBe(false);
    expect(detectLoginMove(url, `https://www.example.com/login?next=${path}`)).toMatchObject({
      elsewhere: true,
      login: true,
    });
  });

  it('are a front page without a path and without a route', () => {
    expect(['/', '/#top', '/a', '/#/a'].map((path) => isFrontPage(`https://example.com${path}`))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

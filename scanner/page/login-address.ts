import { isHashRoute } from '../../core/crawl/page-address.ts';
import { getBareHost } from '../../core/crawl/same-site.ts';

/** Patterns of words that say by themselves that this is where people sign in; also in other languages. */
const signInWords = [
  'log[-_]?in',
  'log[-_]?on',
  'sign[-_]?in',
  'sign[-_]?on',
  'sso',
  'anmelden',
  'anmeldung',
  'einloggen',
  'connexion',
  'iniciar-sesion',
  'inloggen',
];

/** Patterns of words of an address that is a login page. */
export const loginWords = [
  ...signInWords,
  'saml2?',
  'auth',
  'oauth2?',
  'authenticate',
  'authori[sz]e',
  'se-connecter',
  'acceso',
  'accedi',
  'entrar',
  'session/new',
];

/** Patterns of path segments of a login page. */
export const loginSegments = [...signInWords, 'wp-login'];

/** Patterns of the first labels of hosts that people sign in at. */
export const loginLabels = [
  'log-?in',
  'log-?on',
  'sign-?in',
  'sign-?on',
  'sso',
  'auth',
  'oauth',
  'accounts?',
  'idp',
  'idm',
  'identity',
  'cas',
  'adfs',
  'sts',
  'keycloak',
  'saml',
];

/** Services that other sites have their visitors sign in at, with every host below these names. */
export const identityProviders = [
  'okta.com',
  'oktapreview.com',
  'oktacdn.com',
  'auth0.com',
  'onelogin.com',
  'microsoftonline.com',
  'microsoftonline.us',
  'microsoftonline.de',
  'b2clogin.com',
  'ciamlogin.com',
  'amazoncognito.com',
  'accounts.google.com',
  'appleid.apple.com',
  'pingone.com',
  'pingone.eu',
  'pingidentity.com',
  'duosecurity.com',
  'cloudflareaccess.com',
  'clerk.accounts.dev',
  'workos.com',
  'frontegg.com',
  'jumpcloud.com',
  'id.atlassian.com',
];

const loginWord = new RegExp(`(^|[^a-z])(${loginWords.join('|')})([^a-z]|$)`, 'i');
const loginSegment = new RegExp(`^(${loginSegments.join('|')})(\\.(php|aspx?|jsp|html?|do))?$`, 'i');
/** A path that ends in such a word; what lies below it, such as /auth/settings, is a page like any other. */
const loginEnd = new RegExp(
  `/((wp|user|member|customer|client|admin|staff)[-_])?(${loginWords.join('|')})(\\.(php|aspx?|jsp|html?|do))?$`,
  'i',
);
const loginLabel = new RegExp(`^(${loginLabels.join('|')})[.-]`, 'i');

/** How the address that is shown differs from the one that was asked for, as far as signing in goes. */
export interface LoginMove {
  /** Another page is shown than was asked for. */
  elsewhere: boolean;
  /** Its address has to do with signing in. */
  login: boolean;
  /** A path segment of its own says that this is where people sign in. */
  loginSegment: boolean;
  /** Its host is one that people sign in at. */
  loginHost: boolean;
}

const stayed: LoginMove = { elsewhere: false, login: false, loginSegment: false, loginHost: false };

/** Compares addresses; a visitor who asked for a login page has not been moved to one. */
export function detectLoginMove(requestedUrl: string, shownUrl: string | null): LoginMove {
  const requested = URL.parse(requestedUrl);
  const shown = shownUrl === null ? null : URL.parse(shownUrl);
  if (requested === null || shown === null || isLogin(requested)) return stayed;
  if (`${getBareHost(requested)}${route(requested)}` === `${getBareHost(shown)}${route(shown)}`)
    return stayed;
  return {
    elsewhere: true,
    login: loginWord.test(route(shown)),
    loginSegment: route(shown)
      .split('/')
      .some((segment) => loginSegment.test(segment)),
    loginHost: isIdentityProvider(shown.hostname) || loginLabel.test(shown.hostname),
  };
}

/** Whether an address is one to sign in at: its last segment or its host says so. */
export function isLoginAddress(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && isLogin(parsed);
}

/** Whether an address is that of a site's front page. */
export function isFrontPage(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && route(parsed) === '';
}

function isIdentityProvider(hostname: string): boolean {
  return identityProviders.some((name) => hostname === name || hostname.endsWith(`.${name}`));
}

function isLogin(url: URL): boolean {
  return loginEnd.test(route(url)) || loginLabel.test(url.hostname);
}

/** Path and, where it is one, the route that a script makes of the fragment; without trailing slash. */
function route({ pathname, hash }: URL): string {
  const path = pathname.replace(/\/+$/, '');
  return isHashRoute(hash) ? `${path}${hash.replace(/\/+$/, '')}` : path;
}

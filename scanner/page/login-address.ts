import { isHashRoute } from '../../core/crawl/page-address.ts';
import { getBareHost } from '../../core/crawl/same-site.ts';
import { removeTrailing } from '../../core/text/remove-trailing.ts';

/** Patterns of words that alone identify a login page, in several languages. */
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

/** Patterns of words in addresses of login pages. */
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

/** Patterns of path segments of login pages. */
export const loginSegments = [...signInWords, 'wp-login'];

/** Patterns of the first label of login hosts. */
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

/** Domains of identity providers, including all subdomains. */
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
/** A path that ends in such a word. Paths below it, such as /auth/settings, are ordinary pages. */
const loginEnd = new RegExp(
  `/((wp|user|member|customer|client|admin|staff)[-_])?(${loginWords.join('|')})(\\.(php|aspx?|jsp|html?|do))?$`,
  'i',
);
const loginLabel = new RegExp(`^(${loginLabels.join('|')})[.-]`, 'i');

/** How the shown address differs from the requested one with regard to login. */
export interface LoginMove {
  /** The shown page is not the requested page. */
  elsewhere: boolean;
  /** The shown address contains a login word. */
  login: boolean;
  /** A whole path segment of the shown address identifies a login page. */
  loginSegment: boolean;
  /** The shown host is a login host. */
  loginHost: boolean;
}

const stayed: LoginMove = { elsewhere: false, login: false, loginSegment: false, loginHost: false };

/** Compares the requested and the shown address. If a login page was requested, there is no move. */
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

/** True if the last path segment or the host of an address identifies a login page. */
export function isLoginAddress(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && isLogin(parsed);
}

/** True if an address is the front page of a site. */
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

/** Returns the path, plus the fragment if it is a client-side route; without trailing slash. */
function route({ pathname, hash }: URL): string {
  const path = removeTrailing(pathname, '/');
  return isHashRoute(hash) ? `${path}${removeTrailing(hash, '/')}` : path;
}

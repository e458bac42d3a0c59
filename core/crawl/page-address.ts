import { removeTrailing } from '../text/remove-trailing.ts';
import { normalizePercentEncoding } from './percent-encoding.ts';
import { getBareHost } from './same-site.ts';

/** Query parameters that only say where a visitor came from. They do not change the page. */
const TRACKING_PARAMETERS =
  /^(utm_[a-z_]+|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ysclid|twclid|ttclid|igshid|li_fat_id|mc_cid|mc_eid|mkt_tok|_ga|_gl|_hsenc|_hsmi|hsctatracking|oly_anon_id|oly_enc_id|vero_id|wickedid|s_cid)$/i;

/** True if a query parameter only says where a visitor came from. @param name with normalized percent-encoding */
export function isTrackingParameter(name: string): boolean {
  return TRACKING_PARAMETERS.test(name);
}

export interface AddressOptions {
  /** Whether addresses that differ only in `#/…` or `#!/…` are different pages. */
  hashRoutes: boolean;
}

/** True if a fragment is a route of an application with hash routing. @param hash with the `#` */
export function isHashRoute(hash: string): boolean {
  return /^#!?\/./.test(hash);
}

/** Returns the URL at which a found page is opened: without fragment, tracking parameters and default port. */
export function normalizePageUrl(text: string, { hashRoutes }: AddressOptions): string {
  const url = new URL(text);
  if (!(hashRoutes && isHashRoute(url.hash))) url.hash = '';
  const parameters = url.search.slice(1).split('&');
  const kept = parameters.filter(
    (parameter) => !isTrackingParameter(normalizePercentEncoding(parameter.split('=', 1)[0] ?? '')),
  );
  // Edited as text: `searchParams` would re-encode the other parameters, and some servers distinguish the encodings.
  if (kept.length < parameters.length) url.search = kept.join('&');
  return url.href;
}

/**
 * Returns a key that distinguishes the pages of a site: like `normalizePageUrl`, but without scheme, `www.` and
 * trailing slash, and with normalized percent-encoding, because `/%61bout` is `/about`. Of the addresses with the same
 * key only one is scanned.
 */
export function buildPageKey(text: string, options: AddressOptions): string {
  const url = new URL(normalizePageUrl(text, options));
  const path = removeTrailing(url.pathname, '/') || '/';
  const hash = removeTrailing(url.hash, '/');
  const rest = normalizePercentEncoding(path + url.search + hash);
  return `${getBareHost(url)}${url.port === '' ? '' : `:${url.port}`}${rest}`;
}

import { normalizePercentEncoding } from './percent-encoding.ts';
import { getBareHost } from './same-site.ts';

/** Query parameters that say where a visitor came from, and nothing about the page. */
const TRACKING_PARAMETERS =
  /^(utm_[a-z_]+|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ysclid|twclid|ttclid|igshid|li_fat_id|mc_cid|mc_eid|mkt_tok|_ga|_gl|_hsenc|_hsmi|hsctatracking|oly_anon_id|oly_enc_id|vero_id|wickedid|s_cid)$/i;

/** Whether a query parameter only says where a visitor came from. @param name in one spelling */
export function isTrackingParameter(name: string): boolean {
  return TRACKING_PARAMETERS.test(name);
}

export interface AddressOptions {
  /** Whether `#/…` and `#!/…` name pages of their own. */
  hashRoutes: boolean;
}

/** Whether a fragment, with its `#`, is a route of an application that keeps them there. */
export function isHashRoute(hash: string): boolean {
  return /^#!?\/./.test(hash);
}

/** The URL under which a found page is opened: without fragment and tracking parameters, default port dropped. */
export function normalizePageUrl(text: string, { hashRoutes }: AddressOptions): string {
  const url = new URL(text);
  if (!(hashRoutes && isHashRoute(url.hash))) url.hash = '';
  const parameters = url.search.slice(1).split('&');
  const kept = parameters.filter(
    (parameter) => !isTrackingParameter(normalizePercentEncoding(parameter.split('=', 1)[0] ?? '')),
  );
  // As text: `searchParams` would write the others anew, which some servers tell apart.
  if (kept.length < parameters.length) url.search = kept.join('&');
  return url.href;
}

/**
 * What tells a page of a site from its other pages: as `pageUrl`, and without scheme, `www.` and trailing slash, each
 * octet in one spelling, for `/%61bout` is `/about`. Two addresses of the same key are never both scanned.
 */
export function buildPageKey(text: string, options: AddressOptions): string {
  const url = new URL(normalizePageUrl(text, options));
  const path = url.pathname.replace(/\/+$/, '') || '/';
  const hash = url.hash.replace(/\/+$/, '');
  const rest = normalizePercentEncoding(path + url.search + hash);
  return `${getBareHost(url)}${url.port === '' ? '' : `:${url.port}`}${rest}`;
}

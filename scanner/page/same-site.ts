/**
 * Whether a redirect stays on the site: the same host, `www.` set aside, and the same port, where moving between
 * the default ports of http and https is no change.
 */
export function isSameSite(requestedUrl: string, finalUrl: string): boolean {
  const requested = URL.parse(requestedUrl);
  const final = URL.parse(finalUrl);
  if (requested === null || final === null) return false;
  return bareHost(requested) === bareHost(final) && requested.port === final.port;
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '').replace(/\.$/, '');
}

const loginWords =
  /(^|[^a-z])(log-?in|sign-?in|sign-?on|sso|auth|oauth2?|authenticate|authori[sz]e|session\/new)([^a-z]|$)/i;

/** Whether a redirect led from a page that is no login page by its address to one that is. */
export function looksLikeLogin(requestedUrl: string, finalUrl: string | null): boolean {
  const requested = URL.parse(requestedUrl);
  const final = finalUrl === null ? null : URL.parse(finalUrl);
  if (requested === null || final === null || requested.pathname === final.pathname) return false;
  return loginWords.test(final.pathname) && !loginWords.test(requested.pathname);
}

/**
 * Whether two URLs are of one site: the same host, `www.` set aside, and the same port, where moving between the
 * default ports of http and https is no change.
 */
export function isSameSite(one: string, other: string): boolean {
  const a = URL.parse(one);
  const b = URL.parse(other);
  if (a === null || b === null) return false;
  return getBareHost(a) === getBareHost(b) && a.port === b.port;
}

/** A host name without `www.` and final dot. */
export function getBareHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '').replace(/\.$/, '');
}

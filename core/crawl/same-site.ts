/**
 * True if two URLs are of one site: they have the same host, apart from `www.`, and the same port. The default ports of
 * http and https count as equal.
 */
export function isSameSite(one: string, other: string): boolean {
  const a = URL.parse(one);
  const b = URL.parse(other);
  if (a === null || b === null) return false;
  return getBareHost(a) === getBareHost(b) && a.port === b.port;
}

/** Returns the host name without `www.` and final dot. */
export function getBareHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '').replace(/\.$/, '');
}

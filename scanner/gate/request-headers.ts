import type { Credentials } from '../../core/sites/credentials.ts';

/** A request that the browser is about to send, with the headers that it has so far. */
export interface PausedRequest {
  url: string;
  headers: Record<string, string>;
}

/**
 * The headers of a request with the credentials in them, or null when it gets none: its origin must be exactly that of
 * the credentials, and it must not have been caused by another origin, which could otherwise act in their name. What a
 * page sets itself stays.
 */
export function headersWith(
  credentials: Credentials,
  { url, headers }: PausedRequest,
): { name: string; value: string }[] | null {
  if (URL.parse(url)?.origin !== credentials.origin) return null;
  const given = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  const origin = given.get('origin')?.value;
  if (origin !== undefined && origin !== credentials.origin) return null;
  // The network stack adds the cookies that belong to the request, by rules that this list does not know.
  given.delete('cookie');
  for (const [name, value] of secretHeaders(credentials)) {
    if (!given.has(name.toLowerCase())) given.set(name.toLowerCase(), { name, value });
  }
  return [...given.values()];
}

function secretHeaders({ headers, basic }: Credentials): [name: string, value: string][] {
  if (basic === null) return Object.entries(headers);
  // In UTF-8, as RFC 7617 asks for where a server says nothing, and without waiting to be asked.
  const pair = Buffer.from(`${basic.username}:${basic.password}`).toString('base64');
  return [...Object.entries(headers), ['Authorization', `Basic ${pair}`]];
}

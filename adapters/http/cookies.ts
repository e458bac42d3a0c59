/**
 * Returns the values of a cookie (RFC 6265, 4.2.1), in the order of the request. A name is compared exactly. There can
 * be several values, because a browser sends a cookie for each path and domain that it knows.
 * @param headers the values of the request's `Cookie` headers
 */
export function getCookieValues(headers: readonly string[], name: string): string[] {
  return listCookies(headers).flatMap((cookie) => (cookie.name === name ? [cookie.value] : []));
}

/** Returns all cookies of a request, in its order. Text without an equals sign or without a name is not a cookie. */
export function listCookies(headers: readonly string[]): { name: string; value: string }[] {
  return headers
    .flatMap((header) => header.split(';'))
    .flatMap((pair) => {
      const at = pair.indexOf('=');
      const name = trimSpace(pair.slice(0, Math.max(0, at)));
      return name === '' ? [] : [{ name, value: trimSpace(pair.slice(at + 1)) }];
    });
}

/**
 * Removes spaces and tabs at both ends, and no other white space. Browsers do not treat a name that begins with other
 * white space as one with the prefix `__Host-`, so the service must not either.
 */
function trimSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const isSpace = (code: number) => code === 0x20 || code === 0x09;

/** The attributes of a cookie that differ between the service's cookies. */
export interface CookieAttributes {
  sameSite: 'Strict' | 'Lax';
  /** Seconds until the browser deletes the cookie; 0 deletes it now. */
  maxAge: number;
}

/**
 * Returns the value of `Set-Cookie`. Every cookie of the service is sent only over HTTPS, only to the host that set it,
 * and is hidden from scripts. Browsers treat `http://localhost` and hosts below it as secure.
 * @param value characters that a cookie may have without quotes, such as base64url
 */
export function formatCookie(name: string, value: string, { sameSite, maxAge }: CookieAttributes): string {
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; Secure; HttpOnly; SameSite=${sameSite}`;
}

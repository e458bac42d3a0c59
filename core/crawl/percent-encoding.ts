/** What URLs leave as it is in some of their parts and encode in others. */
const TO_ENCODE = /[^\x21-\x7e]+|["'<>[\\\]^`{|}]/g;

/**
 * A part of a URL, or a pattern for such parts, with each octet in one spelling: what must be percent-encoded is, in
 * capitals, and letters, digits and `-._~` are not (RFC 3986 sections 2.3 and 6.2.2). Reserved characters keep their
 * spelling, for `%2F` is not `/`; only `'`, `[` and `]` are always encoded: URLs encode the first in queries alone, and
 * the others separate nothing behind the host, so that browsers and servers write them either way.
 */
export function normalizePercentEncoding(text: string): string {
  return text
    .toWellFormed()
    .replace(TO_ENCODE, (characters) => encodeURIComponent(characters).replaceAll("'", '%27'))
    .replace(/%[\da-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
    });
}

/** Returns the text percent-decoded; as it is if it has octets that are no UTF-8. */
export function decodePercentEncoding(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

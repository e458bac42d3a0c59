/** Characters that `URL` encodes in some parts of a URL and not in others. */
const TO_ENCODE = /[^\x21-\x7e]+|["'<>[\\\]^`{|}]/g;

/**
 * Returns a part of a URL, or a pattern for such parts, with normalized percent-encoding. Characters that must be
 * encoded are encoded, in upper case. Letters, digits and `-._~` are not encoded (RFC 3986 sections 2.3 and 6.2.2).
 * Reserved characters do not change, because `%2F` is not `/`. Only `'`, `[` and `]` are always encoded: `URL` encodes
 * `'` in queries only, and `[` and `]` are not delimiters after the host, so browsers and servers write both notations.
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

/** Returns the percent-decoded text; the unchanged text if its octets are not UTF-8. */
export function decodePercentEncoding(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the `Date` of an answer in milliseconds since 1970, by the server's clock; the local time if it has none. */
export function readAnswerDate(headers: Headers): number {
  const date = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

/**
 * Returns the delay of `Retry-After` (RFC 9110, 10.2.3) in milliseconds from now; null if it is absent or invalid. A
 * date is compared with the `Date` of the answer, so that a wrong local clock has no effect.
 */
export function parseRetryAfter(headers: Headers): number | null {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  // Date.parse also accepts texts that are no HTTP date, e.g. negative numbers.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - readAnswerDate(headers));
}

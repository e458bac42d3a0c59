/** When an answer was made, by its server's clock; by ours where it does not say. In milliseconds since 1970. */
export function readAnswerDate(headers: Headers): number {
  const told = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(told) ? Date.now() : told;
}

/**
 * What `Retry-After` asks for (RFC 9110, 10.2.3), in milliseconds from now; null where it asks for nothing that can be
 * read. A date is held against the answer's own, so that a clock that is wrong here does no harm.
 */
export function parseRetryAfter(headers: Headers): number | null {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  // Date.parse reads much that is no HTTP date, e.g. numbers below zero.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - readAnswerDate(headers));
}

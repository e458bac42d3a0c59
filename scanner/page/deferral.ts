import type { ResponseFacts } from './facts.ts';

/** Seconds to wait after a 429 without `Retry-After`. */
const DEFAULT_SECONDS = 30;
/** Limits of the time that a server can request, in seconds. */
const SECONDS_MIN = 1;
const SECONDS_MAX = 3_600;

/**
 * Returns the seconds after which to request the page again, if the server answered 429, or 503 with `Retry-After`
 * (RFC 9110 section 10.2.3: seconds or a date). Null otherwise, and if the status is the expected status of the page.
 * @param now current time in milliseconds since 1970, with which a date is compared
 */
export function getRetryAfterSeconds(
  { httpStatus, expectStatus, headers }: Pick<ResponseFacts, 'httpStatus' | 'expectStatus' | 'headers'>,
  now: number = Date.now(),
): number | null {
  if (httpStatus === null || httpStatus === expectStatus) return null;
  const requestedSeconds = parseRetryAfter(headers['retry-after'] ?? '', now);
  if (httpStatus === 429) return clamp(requestedSeconds ?? DEFAULT_SECONDS);
  return httpStatus === 503 && requestedSeconds !== null ? clamp(requestedSeconds) : null;
}

function parseRetryAfter(value: string, now: number): number | null {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const date = /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.ceil((date - now) / 1_000);
}

function clamp(seconds: number): number {
  return Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, seconds));
}

/** Headers of every answer, of the handlers and of the gateway. HSTS as of https://hstspreload.org, one year. */
export const standardHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const;

/** Media type of every answer that is a problem (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

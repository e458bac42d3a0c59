import { API_KEY_HEADER } from '../access/key-text.ts';
import { BODY_BYTES_MAX, IDEMPOTENCY_HOURS } from '../api/call-limits.ts';

/** A kind of problem. */
interface ProblemKind {
  status: number;
  title: string;
  /** What it means to a caller; also the detail of an answer that has no other. */
  meaning: string;
  /** The detail of the gateway's own answer, if it is not the meaning. */
  gatewayDetail?: string;
}

/**
 * Every problem that the API answers with, by its stable code. A code never changes its meaning. The gateway answers
 * some of them itself, in the same format.
 */
export const problems = {
  'key-missing': {
    status: 401,
    title: 'API key missing',
    // `meaning` is in the API document and in answers of the authorizer. A call without the header does not reach the
    // authorizer: the gateway answers it with `getGatewayDetail`.
    meaning: `The call carries no ${API_KEY_HEADER} header.`,
    gatewayDetail: `Send an API key in the header ${API_KEY_HEADER}.`,
  },
  'key-malformed': {
    status: 401,
    title: 'API key malformed',
    meaning: 'The value is not an API key: its form or its checksum is wrong, as after a typing error.',
  },
  'key-unknown': {
    status: 401,
    title: 'API key unknown',
    meaning: 'No key has this value, or it was rotated and the old value no longer works.',
  },
  'key-expired': { status: 401, title: 'API key expired', meaning: 'The key is past its expiry time.' },
  'key-revoked': { status: 401, title: 'API key revoked', meaning: 'The key was revoked.' },
  'role-too-small': {
    status: 403,
    title: 'Role too small',
    meaning: "The key's role does not include what the call needs; the detail names the roles that do.",
  },
  'key-limited-to-sites': {
    status: 403,
    title: 'Key limited to sites',
    meaning: 'The key is limited to certain sites and can therefore not create others.',
  },
  'request-blocked': { status: 403, title: 'Request blocked', meaning: 'The firewall refused the request.' },
  'route-not-found': { status: 404, title: 'Route not found', meaning: 'There is no such route.' },
  'site-not-found': {
    status: 404,
    title: 'Site not found',
    meaning: 'There is no such site among those the key may access.',
  },
  'scan-not-found': {
    status: 404,
    title: 'Scan not found',
    meaning: 'There is no such scan among those the key may access.',
  },
  'picture-not-found': {
    status: 404,
    title: 'Picture not found',
    meaning:
      'The scan has no such picture, or it was deleted: it is past its retention, or its site was deleted.',
  },
  'suppression-not-found': {
    status: 404,
    title: 'Suppression not found',
    meaning: 'The site has no such suppression.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The route exists, but not with this method; the Allow header lists those it has.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The Accept header admits none of the media types that a report comes in.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'First request still in hand',
    meaning: 'The first request with this Idempotency-Key has not ended yet.',
  },
  'scan-already-ended': {
    status: 409,
    title: 'Scan already ended',
    meaning: 'A completed or failed scan cannot be cancelled.',
  },
  'scan-not-completed': {
    status: 409,
    title: 'Scan not completed',
    meaning: 'Only a completed scan that has a report can be accepted.',
  },
  'nothing-to-report': {
    status: 409,
    title: 'Nothing to report',
    meaning:
      'The scan ended without a result, or its report was deleted: it is past its retention, or its site was deleted.',
  },
  'suppressions-limit': {
    status: 409,
    title: 'Too many suppressions',
    meaning: 'The site has as many suppressions as it may have; delete some that no longer matter.',
  },
  'body-too-large': {
    status: 413,
    title: 'Body too large',
    meaning: `A body may have ${BODY_BYTES_MAX / 1024} KB.`,
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body is not declared to be JSON in UTF-8.',
    gatewayDetail: 'Send JSON with Content-Type: application/json.',
  },
  'bad-request': { status: 400, title: 'Bad request', meaning: 'The gateway could not read the request.' },
  'malformed-json': { status: 400, title: 'Malformed JSON', meaning: 'The body is not well-formed JSON.' },
  'invalid-request': {
    status: 422,
    title: 'Invalid request',
    meaning: 'Members or parameters are unknown, missing or have wrong values; `errors` names each.',
  },
  'cursor-invalid': {
    status: 422,
    title: 'Cursor invalid',
    meaning: 'The cursor was altered, or it comes from another listing, account or filter.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    meaning: `The Idempotency-Key was used within ${IDEMPOTENCY_HOURS} hours with another body.`,
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning: 'The key made too many requests this minute.',
    gatewayDetail: 'The service receives too many requests at the moment. Wait, then try again.',
  },
  'unfinished-scans-limit': {
    status: 429,
    title: 'Too many unfinished scans',
    meaning: 'The account has as many unfinished scans as it may have.',
  },
  'pages-per-month-limit': {
    status: 429,
    title: 'Pages of the month used up',
    meaning: 'The account has scanned as many pages this month (UTC) as it may.',
  },
  'high-priority-share': {
    status: 429,
    title: 'Too many scans of high priority',
    meaning: 'The share of unfinished scans that may have priority high is taken.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    meaning: 'The service failed; the request was sound.',
    gatewayDetail:
      'The service could not handle the request. Try again; if it persists, report the request id.',
  },
  'service-unavailable': {
    status: 503,
    title: 'Service unavailable',
    meaning: 'The service is overloaded for a moment; the same request will work later.',
  },
  timeout: {
    status: 504,
    title: 'Timed out',
    meaning: 'The service took too long to answer.',
    gatewayDetail: 'The service took too long to answer. Try again.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** Returns the detail of a problem that the gateway answers with by itself. */
export function getGatewayDetail(code: ProblemCode): string {
  const problem: ProblemKind = problems[code];
  return problem.gatewayDetail ?? problem.meaning;
}

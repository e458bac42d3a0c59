import { API_KEY_HEADER } from '../access/key-text.ts';
import { ACCOUNT_HEADER, SESSION_COOKIE } from '../access/session-text.ts';
import { BODY_BYTES_MAX, IDEMPOTENCY_HOURS } from '../api/call-limits.ts';
import { RECENT_SIGN_IN_MINUTES } from '../people/session.ts';

/** A kind of problem. */
interface ProblemKind {
  status: number;
  title: string;
  /** Meaning for the caller; also the detail of a response without its own detail. */
  meaning: string;
  /** Detail of the response that API Gateway sends itself, if it differs from the meaning. */
  gatewayDetail?: string;
}

/**
 * Every problem of the API, by its stable code. A code never changes its meaning. API Gateway sends some of them
 * itself, in the same format.
 */
export const problems = {
  'key-missing': {
    status: 401,
    title: 'API key missing',
    // `meaning` is in the API document and in responses of the authorizer. A call without the header does not reach the
    // authorizer: API Gateway responds with `getGatewayDetail`.
    meaning: `The request has no ${API_KEY_HEADER} header.`,
    gatewayDetail: `Send an API key in the header ${API_KEY_HEADER}.`,
  },
  'key-malformed': {
    status: 401,
    title: 'API key malformed',
    meaning:
      'The value is not an API key: its format or its checksum is wrong, for example after a typing error.',
  },
  'key-unknown': {
    status: 401,
    title: 'API key unknown',
    meaning: 'No key has this value, or it was rotated and the old value no longer works.',
  },
  'key-expired': { status: 401, title: 'API key expired', meaning: 'The key has expired.' },
  'key-revoked': { status: 401, title: 'API key revoked', meaning: 'The key was revoked.' },
  'too-many-wrong-keys': {
    status: 401,
    title: 'Too many wrong keys',
    meaning:
      'Too many wrong keys came from this network address, so this key was not checked. Wait a minute, then try again.',
  },
  'session-ended': {
    status: 401,
    title: 'Session ended',
    meaning: 'The session has ended. Sign in again.',
  },
  'people-only': {
    status: 403,
    title: 'For people only',
    meaning: 'Only people may make this call. Sign in to the dashboard; an API key cannot make it.',
  },
  'not-a-member': {
    status: 403,
    title: 'Not a member',
    meaning: `The account in the header ${ACCOUNT_HEADER} does not exist, or you are not a member of it.`,
  },
  'cross-site-request': {
    status: 403,
    title: 'Cross-site request',
    meaning: `A call with a session that changes something must come from a page of the dashboard, with the header ${ACCOUNT_HEADER}.`,
  },
  'sign-in-too-old': {
    status: 403,
    title: 'Sign-in too old',
    meaning: `This call needs a sign-in within the last ${RECENT_SIGN_IN_MINUTES} minutes. Sign in again, then repeat the call.`,
  },
  'invitation-for-another-person': {
    status: 403,
    title: 'Invitation for another person',
    meaning: 'The invitation is for another email address than that of your sign-in.',
  },
  'role-too-small': {
    status: 403,
    title: 'Role too small',
    meaning: 'The role of the caller does not permit this call; the detail names the roles that do.',
  },
  'key-limited-to-sites': {
    status: 403,
    title: 'Limited to sites',
    meaning: 'The caller is limited to certain sites and therefore cannot create others.',
  },
  'grant-too-large': {
    status: 403,
    title: 'Grant too large',
    meaning:
      'A caller cannot grant a role with more permissions than its own, or sites that it has no access to.',
  },
  'sharing-forbidden': {
    status: 403,
    title: 'Sharing forbidden',
    meaning: 'The account forbids shared reports. An administrator can allow them.',
  },
  'request-blocked': { status: 403, title: 'Request blocked', meaning: 'The firewall refused the request.' },
  'route-not-found': { status: 404, title: 'Route not found', meaning: 'This route does not exist.' },
  'site-not-found': {
    status: 404,
    title: 'Site not found',
    meaning: 'The site does not exist, or the caller has no access to it.',
  },
  'scan-not-found': {
    status: 404,
    title: 'Scan not found',
    meaning: 'The scan does not exist, or the caller has no access to it.',
  },
  'picture-not-found': {
    status: 404,
    title: 'Picture not found',
    meaning: 'The scan has no such picture, or the retention of the picture has ended.',
  },
  'history-not-found': {
    status: 404,
    title: 'History not found',
    meaning:
      'The history of the site has no such finding or issue group: no completed scan of the branch saw it, or it was fixed long ago.',
  },
  'schedule-not-found': {
    status: 404,
    title: 'Schedule not found',
    meaning: 'The site has no schedule.',
  },
  'suppression-not-found': {
    status: 404,
    title: 'Suppression not found',
    meaning: 'The site has no such suppression.',
  },
  'decision-not-found': {
    status: 404,
    title: 'Decision not found',
    meaning: 'The site has no decision on this finding.',
  },
  'shared-report-not-found': {
    status: 404,
    title: 'Shared report not found',
    meaning:
      'The link is not valid: it is incomplete, it has expired or was revoked, or the report does not exist any more.',
  },
  'unsubscribe-link-invalid': {
    status: 404,
    title: 'Link not valid',
    meaning:
      'The link to switch mails off is not valid: it is incomplete, or its person has left the account and gets no mail of it.',
  },
  'key-not-found': {
    status: 404,
    title: 'API key not found',
    meaning: 'The account has no such API key.',
  },
  'alert-not-found': {
    status: 404,
    title: 'Alert not found',
    meaning: 'The account has no such alert, or the caller has no access to it.',
  },
  'webhook-not-found': {
    status: 404,
    title: 'Webhook not found',
    meaning: 'The endpoint of webhooks does not exist, or the caller has no access to it.',
  },
  'delivery-not-found': {
    status: 404,
    title: 'Delivery not found',
    meaning: 'The endpoint has no such delivery, or it was too long ago.',
  },
  'session-not-found': {
    status: 404,
    title: 'Session not found',
    meaning: 'You have no such session.',
  },
  'member-not-found': {
    status: 404,
    title: 'Member not found',
    meaning: 'The person is not a member of the account.',
  },
  'invitation-not-found': {
    status: 404,
    title: 'Invitation not found',
    meaning: 'The account has no such invitation.',
  },
  'invitation-invalid': {
    status: 404,
    title: 'Invitation invalid',
    meaning: 'The invitation does not exist, was used or replaced, or has expired. Ask for a new one.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The route does not support this method; the Allow header lists the supported methods.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The Accept header does not allow any media type of a report.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'First request still in progress',
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
    meaning: 'Only a completed scan that has a report can be accepted or compared, or has a history.',
  },
  'scan-not-ended': {
    status: 409,
    title: 'Scan not ended',
    meaning: 'Only a scan that has ended, and whose report is no longer pending, can be deleted.',
  },
  'nothing-to-report': {
    status: 409,
    title: 'Nothing to report',
    meaning: 'The scan ended without a result, or the retention of its report has ended.',
  },
  'report-not-ready': {
    status: 409,
    title: 'Report not ready',
    meaning: 'The report of the scan is not built yet. Wait until its `report` is `ready`.',
  },
  'shared-reports-limit': {
    status: 409,
    title: 'Too many shared reports',
    meaning: 'The report is shared by the maximum number of links. Revoke links that are no longer needed.',
  },
  'sites-limit': {
    status: 409,
    title: 'Too many sites',
    meaning: 'The account has reached its maximum number of sites. Delete sites that are no longer scanned.',
  },
  'keys-limit': {
    status: 409,
    title: 'Too many API keys',
    meaning: 'The account has reached its maximum number of API keys. Revoke keys that are no longer needed.',
  },
  'alerts-limit': {
    status: 409,
    title: 'Too many alerts',
    meaning: 'The account has reached its maximum number of alerts. Delete those that are no longer needed.',
  },
  'webhooks-limit': {
    status: 409,
    title: 'Too many webhooks',
    meaning:
      'The account has reached its maximum number of endpoints of webhooks. Delete those that are no longer needed.',
  },
  'webhook-disabled': {
    status: 409,
    title: 'Webhook disabled',
    meaning: 'The endpoint is disabled, so nothing is sent to it. Enable it first.',
  },
  'key-already-revoked': {
    status: 409,
    title: 'API key already revoked',
    meaning: 'A revoked API key cannot be rotated. Create a new key.',
  },
  'previous-value-works': {
    status: 409,
    title: 'Previous value still works',
    meaning:
      'The value before the current one still works. Rotate the key after that value has ended, or end it with `endPrevious`.',
  },
  'key-changed': {
    status: 409,
    title: 'API key changed',
    meaning:
      'Another call changed the API key at the same time. Read the key, then decide whether to try again.',
  },
  'suppressions-limit': {
    status: 409,
    title: 'Too many suppressions',
    meaning:
      'The site has reached its maximum number of suppressions. Delete suppressions that are no longer needed.',
  },
  'decisions-limit': {
    status: 409,
    title: 'Too many decisions',
    meaning:
      'The site has reached its maximum number of decisions. Delete decisions on findings that no longer exist.',
  },
  'last-admin': {
    status: 409,
    title: 'Last administrator',
    meaning: 'An account must keep one administrator. Give another member the role admin first.',
  },
  'already-member': {
    status: 409,
    title: 'Already a member',
    meaning: 'You are a member of the account already. Your role stays as it is.',
  },
  'members-limit': {
    status: 409,
    title: 'Too many members',
    meaning: 'The account has reached its maximum number of members.',
  },
  'invitations-limit': {
    status: 409,
    title: 'Too many invitations',
    meaning:
      'The account has reached its maximum number of open invitations: revoke some that are not needed. Or the account or the sender has sent as many invitations today (UTC) as a day allows.',
  },
  'body-too-large': {
    status: 413,
    title: 'Body too large',
    meaning: `A request body may have at most ${BODY_BYTES_MAX / 1024} KB.`,
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The Content-Type header does not declare the body as JSON in UTF-8.',
    gatewayDetail: 'Send JSON with Content-Type: application/json.',
  },
  'two-credentials': {
    status: 400,
    title: 'Two credentials',
    meaning: `The request has an API key and a session. Send either the header ${API_KEY_HEADER} or the cookie ${SESSION_COOKIE}.`,
  },
  'account-missing': {
    status: 400,
    title: 'Account missing',
    meaning: `A call with a session must name its account in the header ${ACCOUNT_HEADER}.`,
  },
  'bad-request': { status: 400, title: 'Bad request', meaning: 'API Gateway could not parse the request.' },
  'malformed-json': { status: 400, title: 'Malformed JSON', meaning: 'The body is not well-formed JSON.' },
  'invalid-request': {
    status: 422,
    title: 'Invalid request',
    meaning: 'Members or parameters are unknown, missing or have invalid values; `errors` lists them.',
  },
  'cursor-invalid': {
    status: 422,
    title: 'Cursor invalid',
    meaning: 'The cursor was altered, or it belongs to another list, account or filter.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    meaning: `The Idempotency-Key was used with another body within the last ${IDEMPOTENCY_HOURS} hours.`,
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning: 'The caller has sent too many requests in this minute.',
    gatewayDetail: 'The service receives too many requests at the moment. Wait, then try again.',
  },
  'unfinished-scans-limit': {
    status: 429,
    title: 'Too many unfinished scans',
    meaning: 'The account has reached its maximum number of unfinished scans.',
  },
  'pages-per-month-limit': {
    status: 429,
    title: 'Monthly page limit reached',
    meaning: 'The account has reached its maximum number of scanned pages for this month (UTC).',
  },
  'scans-per-month-limit': {
    status: 429,
    title: 'Monthly scan limit reached',
    meaning: 'The account has reached its maximum number of scans for this month (UTC).',
  },
  'high-priority-share': {
    status: 429,
    title: 'Too many scans of high priority',
    meaning: 'The account has reached its maximum number of unfinished scans with priority high.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    meaning: 'The service failed; the request is not the cause.',
    gatewayDetail:
      'The service could not handle the request. Try again; if it persists, report the request id.',
  },
  'service-unavailable': {
    status: 503,
    title: 'Service unavailable',
    meaning: 'The service is overloaded for a moment. Send the same request again later.',
  },
  timeout: {
    status: 504,
    title: 'Timed out',
    meaning: 'The service did not respond in time.',
    gatewayDetail: 'The service did not respond in time. Try again.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** Returns the detail of a problem response that API Gateway sends itself. */
export function getGatewayDetail(code: ProblemCode): string {
  const problem: ProblemKind = problems[code];
  return problem.gatewayDetail ?? problem.meaning;
}

import { ApiError, type ApiErrorCode, ConnectionError, InvalidOptionError } from '../../client/errors.ts';
import { CliError } from '../errors.ts';
import type { ExitStatus } from '../exit-codes.ts';

/** Maximum number of request errors in a hint. */
const ERRORS_MAX = 5;

const SET_KEY = 'Set A11Y_SCAN_API_KEY to the key, from a secret of your CI.';
const CHECK_URL = 'Check the URL of the API (A11Y_SCAN_API_URL or --api-url); it ends in /v1.';
const TRY_LATER = 'Try again later. If it happens again, contact the operator of the service.';

/** What to do next about a problem, if its detail does not say so. */
const hints: Partial<Record<ApiErrorCode, string>> = {
  'key-missing': SET_KEY,
  'key-malformed': `The value was not copied completely, or it is not a key of this service. ${SET_KEY}`,
  'key-unknown':
    'Check that the key is from this service (A11Y_SCAN_API_URL). If it was rotated, use its new value. Otherwise ask an administrator for a key.',
  'key-expired': 'Ask an administrator to rotate the key, and set A11Y_SCAN_API_KEY to its new value.',
  'key-revoked': 'Ask an administrator for a new key, and set A11Y_SCAN_API_KEY to it.',
  'too-many-wrong-keys':
    'Another caller behind the same network address (NAT, proxy) sends wrong keys. Find it, or call from another address.',
  'role-too-small': 'Ask an administrator for a key with this role.',
  'request-blocked': TRY_LATER,
  'route-not-found': CHECK_URL,
  'method-not-allowed': CHECK_URL,
  'site-not-found': 'To list the sites that the key may access: a11y-scan sites',
  'scan-not-found':
    'Check the id, and that the key belongs to the account that started the scan. The service does not know local scans.',
  'invalid-request':
    'Check the flags and the configuration file. --print-config shows the source of each value.',
  'idempotency-key-reused':
    'Use another --idempotency-key, or none. Without one, each run starts its own scan.',
  'rate-limited': 'Run fewer pipelines with this key at the same time, or give them their own keys.',
  'unfinished-scans-limit': 'Wait until other scans have ended, or cancel some.',
  'pages-per-month-limit': 'Wait for the next month (UTC), or ask an administrator for more pages.',
  'scans-per-month-limit': 'Wait for the next month (UTC), or ask an administrator for more scans.',
  'high-priority-share': 'Wait until other scans have ended, or use --priority normal.',
  'internal-error': TRY_LATER,
  'service-unavailable': TRY_LATER,
  timeout: TRY_LATER,
};

/** Problems that are not usage errors in spite of their 4xx status. */
const serviceCodes: readonly ApiErrorCode[] = [
  'too-many-wrong-keys',
  'request-blocked',
  'idempotency-in-progress',
  'scan-already-ended',
  'nothing-to-report',
];

/**
 * Converts an error of the client: what the user can fix is a usage error, anything else is an error of the service.
 * Rethrows other errors.
 */
export function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof ApiError) return toAnswerError(error);
  if (error instanceof ConnectionError) return new CliError('service', error.kind, error.message);
  if (error instanceof InvalidOptionError) {
    return new CliError('usage', `invalid-${optionNames[error.option]}`, error.message);
  }
  throw error;
}

const optionNames: Record<InvalidOptionError['option'], string> = {
  apiUrl: 'api-url',
  apiKey: 'api-key',
  id: 'id',
  idempotencyKey: 'idempotency-key',
};

function toAnswerError(error: ApiError): CliError {
  const { status, code, message, errors } = error;
  const isUsageError = status < 500 && status !== 429 && status !== 408 && !serviceCodes.includes(code);
  const exitStatus: ExitStatus = isUsageError ? 'usage' : 'service';
  // The message already contains the first error.
  const others = errors.slice(1, ERRORS_MAX).map(({ path, message: wrong }) => `${path} ${wrong}.`);
  const hint = [...others, hints[code] ?? (isUsageError ? undefined : TRY_LATER)].filter(Boolean).join(' ');
  return new CliError(exitStatus, code, message, hint === '' ? {} : { hint });
}

/**
 * Returns the error for an unknown site or scan, with its name; null if the error is another one.
 * @param code the problem code for it
 * @param what e.g. `scan scan_…`
 */
export function toNotFoundError(error: unknown, code: ApiErrorCode, what: string): CliError | null {
  if (!(error instanceof ApiError) || error.code !== code) return null;
  const { exitStatus, hint } = toCliError(error);
  return new CliError(exitStatus, code, `There is no ${what}, or this key may not access it.`, {
    hint,
  });
}

import { ApiError, type ApiErrorCode, ConnectionError, InvalidOptionError } from '../../client/errors.ts';
import { CliError } from '../errors.ts';
import type { ExitStatus } from '../exit-codes.ts';

/** Errors of a request that a hint lists at most. */
const ERRORS_MAX = 5;

const GIVE_KEY = 'Give the key in A11Y_SCAN_API_KEY, from a secret of your CI.';
const CHECK_URL = 'Check the URL of the API (A11Y_SCAN_API_URL or --api-url); it ends in /v1.';
const TRY_LATER = 'Try again later; if it stays so, tell who runs the service.';

/** What to do next about a problem, where its detail does not say so already. */
const hints: Partial<Record<ApiErrorCode, string>> = {
  'key-missing': GIVE_KEY,
  'key-malformed': `The value was not copied whole, or it is no key of this service. ${GIVE_KEY}`,
  'key-unknown':
    'Check that the key is one of this service (A11Y_SCAN_API_URL). If it was rotated, take its new value; else ask an administrator for a key.',
  'key-expired': 'Ask an administrator to rotate the key, and put its new value in A11Y_SCAN_API_KEY.',
  'key-revoked': 'Ask an administrator for a new key, and put it in A11Y_SCAN_API_KEY.',
  'role-too-small': 'Ask an administrator for a key with such a role.',
  'request-blocked': TRY_LATER,
  'route-not-found': CHECK_URL,
  'method-not-allowed': CHECK_URL,
  'site-not-found': 'See which sites the key may access: a11y-scan sites',
  'scan-not-found':
    'Check the id, and that the key belongs to the account that started the scan. The service does not know local scans.',
  'invalid-request':
    'Check the flags and the configuration file; --print-config shows where each value came from.',
  'idempotency-key-reused':
    'Give another --idempotency-key, or none: then every run starts a scan of its own.',
  'rate-limited': 'Let fewer pipelines use this key at once, or give them keys of their own.',
  'unfinished-scans-limit': 'Wait until other scans have ended, or cancel some.',
  'pages-per-month-limit': 'Wait for the next month (UTC), or ask an administrator for more pages.',
  'high-priority-share': 'Wait until other scans have ended, or use --priority normal.',
  'internal-error': TRY_LATER,
  'service-unavailable': TRY_LATER,
  timeout: TRY_LATER,
};

/** Problems that a status of wrong use comes with though the user did nothing wrong. */
const serviceCodes: readonly ApiErrorCode[] = [
  'request-blocked',
  'idempotency-in-progress',
  'scan-already-ended',
  'nothing-to-report',
];

/**
 * An error of the client as the command ends with it: what the user can mend is wrong use, the rest is the service's.
 * What is no error of the client is thrown on.
 */
export function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof ApiError) return ofAnswer(error);
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

function ofAnswer(error: ApiError): CliError {
  const { status, code, message, errors } = error;
  const isUse = status < 500 && status !== 429 && status !== 408 && !serviceCodes.includes(code);
  const exitStatus: ExitStatus = isUse ? 'usage' : 'service';
  // What the first is about, the message says.
  const others = errors.slice(1, ERRORS_MAX).map(({ path, message: wrong }) => `${path} ${wrong}.`);
  const hint = [...others, hints[code] ?? (isUse ? undefined : TRY_LATER)].filter(Boolean).join(' ');
  return new CliError(exitStatus, code, message, hint === '' ? {} : { hint });
}

/**
 * That the service knows no such thing, by its name; null when the error is another.
 * @param code the problem that says so
 * @param what e.g. `scan scan_…`
 */
export function toNotFoundError(error: unknown, code: ApiErrorCode, what: string): CliError | null {
  if (!(error instanceof ApiError) || error.code !== code) return null;
  const { exitStatus, hint } = toCliError(error);
  return new CliError(exitStatus, code, `There is no ${what} among those that this key may access.`, {
    hint,
  });
}

import { describe, expect, it } from 'vitest';
import { CliError } from '../../../../cli/errors.ts';
import { toCliError } from '../../../../cli/service/to-cli-error.ts';
import {
  ApiError,
  type ApiErrorCode,
  ConnectionError,
  InvalidOptionError,
} from '../../../../client/index.ts';
import { problemCodes, problems } from '../../../../core/problems/problems.ts';

function apiError(code: ApiErrorCode, errors: { path: string; message: string }[] = []): ApiError {
  const { status, title, meaning } = problems[code];
  return new ApiError(
    { status, code, title, detail: meaning, errors },
    { requestId: 'request-1', retryAfterMs: null, message: meaning },
  );
}

/** Problems that another key, flag or configuration does not fix. */
const ofService: ApiErrorCode[] = [
  'too-many-wrong-keys',
  'request-blocked',
  'idempotency-in-progress',
  'scan-already-ended',
  'nothing-to-report',
  'rate-limited',
  'unfinished-scans-limit',
  'pages-per-month-limit',
  'scans-per-month-limit',
  'high-priority-share',
  'internal-error',
  'service-unavailable',
  'timeout',
];

describe('an error of the client becomes a command error', () => {
  it.each(problemCodes as readonly ApiErrorCode[])('%s with its message and its own exit code', (code) => {
    expect(toCliError(apiError(code))).toMatchObject({
      name: 'CliError',
      code,
      message: problems[code].meaning,
      exitStatus: ofService.includes(code) ? 'service' : 'usage',
    });
  });

  it.each<[ApiErrorCode, string]>([
    ['key-missing', 'A11Y_SCAN_API_KEY'],
    ['key-unknown', 'A11Y_SCAN_API_URL'],
    ['key-expired', 'Ask an administrator to rotate the key'],
    ['key-revoked', 'Ask an administrator for a new key'],
    ['too-many-wrong-keys', 'call from another address'],
    ['role-too-small', 'Ask an administrator for a key'],
    ['site-not-found', 'a11y-scan sites'],
    ['scan-not-found', 'Check the id'],
    ['route-not-found', '/v1'],
    ['idempotency-key-reused', '--idempotency-key'],
    ['rate-limited', 'fewer pipelines'],
    ['internal-error', 'Try again later'],
  ])('%s with what to do next', (code, hint) => {
    expect(toCliError(apiError(code)).hint).toContain(hint);
  });

  it('without a hint that does not help, or to try later if the service fails', () => {
    const answer = (status: number) =>
      toCliError(
        new ApiError(
          { status, code: 'not-acceptable', title: '', detail: '', errors: [] },
          { requestId: 'request-1', retryAfterMs: null, message: '' },
        ),
      );
    expect(answer(406).hint).toBeUndefined();
    expect(answer(503).hint).toContain('Try again later');
  });

  it('with the other faults of the request', () => {
    const errors = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ({ path, message: 'is wrong' }));
    const { hint } = toCliError(apiError('invalid-request', errors));
    expect(hint).toMatch(/^b is wrong\. c is wrong\. d is wrong\. e is wrong\. Check the flags/);
  });

  it('as an error of the service if no response came, as a usage error if nothing could be sent', () => {
    expect(toCliError(new ConnectionError('dns', 'No host.'))).toMatchObject({
      exitStatus: 'service',
      code: 'dns',
      message: 'No host.',
    });
    expect(toCliError(new InvalidOptionError('apiKey', 'No key.'))).toMatchObject({
      exitStatus: 'usage',
      code: 'invalid-api-key',
      message: 'No key.',
    });
  });

  it('unchanged if it is a command error already, and not at all if it is not an error of the client', () => {
    const already = new CliError('timeout', 'timeout', 'Late.');
    expect(toCliError(already)).toBe(already);
    const reason = new Error('aborted');
    expect(() => toCliError(reason)).toThrow(reason);
  });

  it('without its cause, which may contain more than may be shown', () => {
    expect(toCliError(apiError('key-unknown')).cause).toBeUndefined();
  });
});

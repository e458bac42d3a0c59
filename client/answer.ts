import { ApiError, ConnectionError } from './errors.ts';
import type { Problem } from './generated/types.ts';
import { parseRetryAfter, readAnswerDate } from './retry-after.ts';

/** An answer with its complete body. */
export interface WholeAnswer {
  method: string;
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Statuses of the service's successes. Only deletions have no body. */
const successStatuses = [200, 201, 202];
const NO_CONTENT = 204;
/** Maximum length of the text that is quoted from a server that is not the service. */
const EXCERPT_LENGTH_MAX = 100;

/** Shorter than any key. A shorter text could be part of any other text. */
const KEY_LENGTH_MIN = 8;

/** Returns the answer with the key masked, because the texts of a refusal are shown, logged and stored. */
export function maskKey(answer: WholeAnswer, key: string): WholeAnswer {
  return key.length < KEY_LENGTH_MIN ? answer : { ...answer, text: answer.text.replaceAll(key, '…') };
}

/**
 * Returns the error of an answer; null for a success. A success has a JSON object as its body, or no body after a
 * deletion.
 */
export function findAnswerError(answer: WholeAnswer): ApiError | ConnectionError | null {
  const { method, status } = answer;
  if (status >= 300 && status < 400) return createRedirectError(answer);
  if (status === NO_CONTENT && method === 'DELETE') return null;
  const json = parseJson(answer);
  if (json === undefined) return createNotTheApiError(answer);
  if (successStatuses.includes(status))
    return typeof json === 'object' && json !== null ? null : createNotTheApiError(answer);
  if (status < 400) return createNotTheApiError(answer);
  return isProblem(json) ? createApiError(json, answer) : createNotTheApiError(answer);
}

/** True if the body should be JSON and cannot be parsed: it was cut off without any other sign. */
export function isTruncatedJson(answer: WholeAnswer): boolean {
  return answer.status !== NO_CONTENT && isJsonContentType(answer) && parseJson(answer) === undefined;
}

function isJsonContentType({ headers }: WholeAnswer): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('Content-Type') ?? '');
}

function parseJson(answer: WholeAnswer): unknown {
  if (!isJsonContentType(answer)) return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

function isProblem(json: unknown): json is Problem {
  if (typeof json !== 'object' || json === null) return false;
  const { code, title, detail, errors } = json as Record<string, unknown>;
  return (
    [code, title, detail].every((text) => typeof text === 'string') &&
    (errors === undefined || (Array.isArray(errors) && errors.every(isRequestError)))
  );
}

function isRequestError(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  const { path, message, allowed } = json as Record<string, unknown>;
  return (
    typeof path === 'string' &&
    typeof message === 'string' &&
    (allowed === undefined || Array.isArray(allowed))
  );
}

function createApiError(problem: Problem, { status, headers }: WholeAnswer): ApiError {
  const requestId = headers.get('X-Request-Id');
  const retryAfterMs = parseRetryAfter(headers);
  const message = [
    status >= 500 ? `${problem.title}: ${problem.detail}` : problem.detail,
    status >= 500 && requestId !== null ? `Request ${requestId}.` : '',
    status === 429 && retryAfterMs !== null ? `${formatWait(retryAfterMs, headers)}` : '',
  ];
  return new ApiError(
    { ...problem, status },
    { requestId, retryAfterMs, message: message.filter(Boolean).join(' ') },
  );
}

/** Formats for people how long to wait before the next request. */
function formatWait(retryAfterMs: number, headers: Headers): string {
  const at = new Date(readAnswerDate(headers) + retryAfterMs);
  const minutes = Math.ceil(retryAfterMs / 60_000);
  if (minutes <= 2) return `The service asks to wait ${Math.ceil(retryAfterMs / 1_000)} s.`;
  return `The service asks to wait until ${Number.isNaN(at.getTime()) ? 'later' : at.toISOString()}.`;
}

function createRedirectError({ url, status, headers }: WholeAnswer): ConnectionError {
  const location = headers.get('Location') ?? '';
  const target = URL.canParse(location, url) ? new URL(location, url).origin : 'an invalid URL';
  return new ConnectionError(
    'redirected',
    `${new URL(url).origin} responded with a redirect (${status}) to ${target}. The key is not sent to the target of a redirect. If the service is there, set the URL of the API to it. If not, a proxy or login page is in between.`,
  );
}

function createNotTheApiError({ url, status, headers, text }: WholeAnswer): ConnectionError {
  const { origin, pathname } = new URL(url);
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(headers.get('Content-Type') ?? '')?.[0] ?? 'no content type';
  const title = /<title[^<>]*>([^<]{1,200})/i.exec(text)?.[1] ?? text;
  const shown = title
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, EXCERPT_LENGTH_MAX);
  const what = `${origin}${pathname} returned ${status} (${type})${shown === '' ? '' : `: “${shown}”`}`;
  const advice =
    status >= 500
      ? 'The service, or a proxy in front of it, failed. Try again later.'
      : 'This is not the service. Check the URL of the API, which ends in /v1, and whether a proxy or login page is in between.';
  return new ConnectionError('not-the-api', `${what}. ${advice}`);
}

import { ApiError, ConnectionError } from './errors.ts';
import type { Problem } from './generated/types.ts';
import { parseRetryAfter, readAnswerDate } from './retry-after.ts';

/** An answer that was read whole. */
export interface WholeAnswer {
  method: string;
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/** What the service's successes have; those without a body follow deletions only. */
const successes = [200, 201, 202];
const NO_CONTENT = 204;
/** Of what a server sends that is not the service, shown at most. */
const SHOWN_MAX = 100;

/** Shorter than any key; what is this short may be part of any text. */
const KEY_LENGTH_MIN = 8;

/** The answer with the key masked, should it repeat what it was sent: what a refusal says is shown, logged and kept. */
export function maskKey(answer: WholeAnswer, key: string): WholeAnswer {
  return key.length < KEY_LENGTH_MIN ? answer : { ...answer, text: answer.text.replaceAll(key, '…') };
}

/**
 * What is wrong with an answer that is no success of the service; null for a success. The body of a success is a JSON
 * object, but that of a deletion nothing.
 */
export function findAnswerError(answer: WholeAnswer): ApiError | ConnectionError | null {
  const { method, status } = answer;
  if (status >= 300 && status < 400) return redirected(answer);
  if (status === NO_CONTENT && method === 'DELETE') return null;
  const json = jsonOf(answer);
  if (json === undefined) return notTheApi(answer);
  if (successes.includes(status)) return typeof json === 'object' && json !== null ? null : notTheApi(answer);
  if (status < 400) return notTheApi(answer);
  return isProblem(json) ? apiError(json, answer) : notTheApi(answer);
}

/** Whether the body says that it is JSON and is not: it was cut off where nothing else tells. */
export function isTruncatedJson(answer: WholeAnswer): boolean {
  return answer.status !== NO_CONTENT && saysJson(answer) && jsonOf(answer) === undefined;
}

function saysJson({ headers }: WholeAnswer): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('Content-Type') ?? '');
}

function jsonOf(answer: WholeAnswer): unknown {
  if (!saysJson(answer)) return undefined;
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

function apiError(problem: Problem, { status, headers }: WholeAnswer): ApiError {
  const requestId = headers.get('X-Request-Id');
  const retryAfterMs = parseRetryAfter(headers);
  const message = [
    status >= 500 ? `${problem.title}: ${problem.detail}` : problem.detail,
    status >= 500 && requestId !== null ? `Request ${requestId}.` : '',
    status === 429 && retryAfterMs !== null ? `${waitText(retryAfterMs, headers)}` : '',
  ];
  return new ApiError(
    { ...problem, status },
    { requestId, retryAfterMs, message: message.filter(Boolean).join(' ') },
  );
}

/** When the service may be asked again, for people. */
function waitText(retryAfterMs: number, headers: Headers): string {
  const at = new Date(readAnswerDate(headers) + retryAfterMs);
  const minutes = Math.ceil(retryAfterMs / 60_000);
  if (minutes <= 2) return `The service asks to wait ${Math.ceil(retryAfterMs / 1_000)} s.`;
  return `The service asks to wait until ${Number.isNaN(at.getTime()) ? 'later' : at.toISOString()}.`;
}

function redirected({ url, status, headers }: WholeAnswer): ConnectionError {
  const location = headers.get('Location') ?? '';
  const target = URL.canParse(location, url) ? new URL(location, url).origin : 'nowhere that can be read';
  return new ConnectionError(
    'redirected',
    `${new URL(url).origin} answered with a redirect (${status}) to ${target}. The key is not sent on by redirects: if that is where the service is, name it as the URL of the API; if not, a proxy or login page is in the way.`,
  );
}

function notTheApi({ url, status, headers, text }: WholeAnswer): ConnectionError {
  const { origin, pathname } = new URL(url);
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(headers.get('Content-Type') ?? '')?.[0] ?? 'no content type';
  const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1] ?? text;
  const shown = title
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, SHOWN_MAX);
  const what = `${origin}${pathname} answered ${status} (${type})${shown === '' ? '' : `: “${shown}”`}`;
  const advice =
    status >= 500
      ? 'The service, or a proxy in front of it, has failed; try again later.'
      : 'That is not the service: check the URL of the API, which ends in /v1, and whether a proxy or login page is in the way.';
  return new ConnectionError('not-the-api', `${what}. ${advice}`);
}

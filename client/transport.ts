import { findAnswerError, isTruncatedJson, maskKey, type WholeAnswer } from './answer.ts';
import { createCutOffError } from './connection-fault.ts';
import { ApiError, ConnectionError, InvalidOptionError } from './errors.ts';
import { exchange, NoAnswerError } from './exchange.ts';
import { type Pace, pauseBeforeRetry, type RetryInfo } from './pace.ts';
import { parseRetryAfter } from './retry-after.ts';

/** What a client's requests share. */
export interface Transport {
  fetch: typeof globalThis.fetch;
  pace: Pace;
  apiKey: () => string;
  userAgent: string;
  onRetry: (info: RetryInfo) => void;
  /** Reads the headers of every answer to a request with the key. */
  onAnswer: (headers: Headers) => void;
}

/** How one call is made. */
export interface CallPolicy {
  /** Whether the request may be made again when nobody knows whether it had an effect. */
  repeatable: boolean;
  /** Whether the key is sent. */
  withKey: boolean;
  signal: AbortSignal | undefined;
  /** Called when a request may have had an effect of which no answer told. */
  onUnsure?: () => void;
}

/** Answers of the API are smaller than 6 MB (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
/** Statuses that pass: a request that was answered so is repeated. */
const passingStatuses = [408, 425, 429, 500, 502, 503, 504];
/** Of these, those that say that the request had no effect. */
const refusingStatuses = [425, 429];
/** Problems that pass, whatever their status. */
const passingCodes = ['idempotency-in-progress'];
/** Faults that stay however often a request is repeated. */
const lastingFaults = ['tls', 'clock', 'redirected'];

/**
 * A `fetch` that repeats what may be repeated, reads answers whole and holds them to what the service answers.
 * @throws ApiError, ConnectionError, InvalidOptionError, or the reason of the signal
 */
export function createRetryingFetch(transport: Transport, policy: CallPolicy): typeof globalThis.fetch {
  const { pace } = transport;
  return async (input, init = {}) => {
    const url = String(input);
    const method = init.method ?? 'GET';
    for (let attempt = 1; ; attempt++) {
      const result = await oneRequest(transport, policy, url, init);
      if ('answer' in result) {
        const { text, status, headers } = result.answer;
        return new Response(status === 204 ? null : text, { status, headers: bodyless(headers) });
      }
      const { error, passes, sent, reason, retryAfterMs } = result;
      if (sent) policy.onUnsure?.();
      const isTooLong = retryAfterMs !== null && retryAfterMs > pace.retryAfterMax;
      const isUnsafe = sent && !policy.repeatable;
      if (!passes || isTooLong || isUnsafe || attempt >= pace.attempts) throw error;
      await pauseBeforeRetry({ method, url, reason, attempt }, retryAfterMs, transport, policy.signal);
    }
  };
}

/** A request that did not succeed. */
interface Failure {
  error: ApiError | ConnectionError;
  /** Whether another try may succeed. */
  passes: boolean;
  /** Whether it may have had an effect all the same. */
  sent: boolean;
  reason: string;
  retryAfterMs: number | null;
}

async function oneRequest(
  transport: Transport,
  { withKey, signal }: CallPolicy,
  url: string,
  init: RequestInit,
): Promise<{ answer: WholeAnswer } | Failure> {
  const { fetch, pace, userAgent, onAnswer } = transport;
  const headers = new Headers(init.headers);
  headers.set('User-Agent', userAgent);
  const key = withKey ? usableKey(transport.apiKey()) : null;
  if (key !== null) headers.set('X-API-Key', key);
  let answer: WholeAnswer;
  try {
    answer = await wholeAnswer(fetch, url, { ...init, headers }, pace.requestTimeout, signal);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return connectionFailure(error.fault, error.sent);
  }
  if (isTruncatedJson(answer)) return connectionFailure(createCutOffError(url), true);
  const refusal = findAnswerError(key === null ? answer : maskKey(answer, key));
  if (withKey && (refusal === null || refusal instanceof ApiError)) onAnswer(answer.headers);
  return refusal === null ? { answer } : answeredFailure(refusal, answer);
}

async function wholeAnswer(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<WholeAnswer> {
  const { response, pieces, close } = await exchange(fetch, url, init, { timeoutMs, signal });
  try {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const piece of pieces()) {
      size += piece.length;
      if (size > ANSWER_BYTES_MAX) throw tooLarge(url);
      parts.push(piece);
    }
    const text = Buffer.concat(parts).toString('utf8');
    const { method = 'GET' } = init;
    return { method, url, status: response.status, headers: response.headers, text };
  } finally {
    close();
  }
}

function tooLarge(url: string): ConnectionError {
  return new ConnectionError(
    'not-the-api',
    `${new URL(url).origin} answered with more than ${ANSWER_BYTES_MAX / 1024 / 1024} MB, which the service never does. Check the URL of the API.`,
  );
}

function connectionFailure(error: ConnectionError, sent: boolean): Failure {
  const passes = !lastingFaults.includes(error.kind);
  return { error, passes, sent, reason: faultText[error.kind], retryAfterMs: null };
}

function answeredFailure(error: ApiError | ConnectionError, { status, headers }: WholeAnswer): Failure {
  const code = error instanceof ApiError ? error.code : '';
  return {
    error,
    passes: passingStatuses.includes(status) || passingCodes.includes(code),
    sent: status >= 400 && passingStatuses.includes(status) && !refusingStatuses.includes(status),
    reason: `${status} ${code}`.trim(),
    retryAfterMs: parseRetryAfter(headers),
  };
}

const faultText: Record<ConnectionError['kind'], string> = {
  dns: 'the host cannot be found',
  refused: 'nothing accepts connections there',
  timeout: 'no answer in time',
  tls: 'the certificate cannot be trusted',
  clock: 'the certificate is not valid now',
  'cut-off': 'the connection broke off',
  'not-the-api': 'what answered is not the service',
  redirected: 'the answer leads elsewhere',
  other: 'no answer',
};

function usableKey(key: string): string {
  if (/^[\x21-\x7e]{1,500}$/.test(key)) return key;
  throw new InvalidOptionError(
    'apiKey',
    'The API key is empty or has characters that no key has, such as a line break; copy its value anew.',
  );
}

/** The headers without those that speak of the body as it was sent, which is decoded by now. */
function bodyless(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding']) kept.delete(name);
  return kept;
}

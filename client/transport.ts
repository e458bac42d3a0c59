import { findAnswerError, isTruncatedJson, maskKey, type WholeAnswer } from './answer.ts';
import { createCutOffError } from './connection-fault.ts';
import { ApiError, ConnectionError, InvalidOptionError } from './errors.ts';
import { exchange, NoAnswerError } from './exchange.ts';
import { type Pace, pauseBeforeRetry, type RetryInfo } from './pace.ts';
import { parseRetryAfter } from './retry-after.ts';

/** What all requests of a client share. */
export interface Transport {
  fetch: typeof globalThis.fetch;
  pace: Pace;
  apiKey: () => string;
  userAgent: string;
  onRetry: (info: RetryInfo) => void;
  /** Called with the headers of every answer to a request with the key. */
  onAnswer: (headers: Headers) => void;
}

/** Settings of one call. */
export interface CallPolicy {
  /** Whether the request may be sent again if it is unknown whether it had an effect. */
  repeatable: boolean;
  /** Whether the key is sent. */
  withKey: boolean;
  signal: AbortSignal | undefined;
  /** Called if a request without an answer may have had an effect. */
  onUnsure?: () => void;
}

/**
 * Answers of the API are smaller than 6 MB (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
/** Transient statuses: the request is repeated. */
const transientStatuses = [408, 425, 429, 500, 502, 503, 504];
/** Those of them that mean that the request had no effect. */
const noEffectStatuses = [425, 429];
/** Transient problems, with any status. */
const transientCodes = ['idempotency-in-progress', 'too-many-wrong-keys'];
/** Faults that a retry cannot fix. */
const permanentFaults = ['tls', 'clock', 'redirected'];

/**
 * Returns a `fetch` that retries if that is safe, reads complete answers and throws if the service did not send them.
 * @throws ApiError, ConnectionError, InvalidOptionError, or the reason of the signal
 */
export function createRetryingFetch(transport: Transport, policy: CallPolicy): typeof globalThis.fetch {
  const { pace } = transport;
  return async (input, init = {}) => {
    const url = String(input);
    const method = init.method ?? 'GET';
    for (let attempt = 1; ; attempt++) {
      const result = await sendRequest(transport, policy, url, init);
      if ('answer' in result) {
        const { text, status, headers } = result.answer;
        return new Response(status === 204 ? null : text, { status, headers: withoutBodyHeaders(headers) });
      }
      const { error, isTransient, sent, reason, retryAfterMs } = result;
      if (sent) policy.onUnsure?.();
      const isTooLong = retryAfterMs !== null && retryAfterMs > pace.retryAfterMax;
      const isUnsafe = sent && !policy.repeatable;
      if (!isTransient || isTooLong || isUnsafe || attempt >= pace.attempts) throw error;
      await pauseBeforeRetry({ method, url, reason, attempt }, retryAfterMs, transport, policy.signal);
    }
  };
}

/** A failed request. */
interface Failure {
  error: ApiError | ConnectionError;
  /** Whether another attempt may succeed. */
  isTransient: boolean;
  /** Whether it may have had an effect nevertheless. */
  sent: boolean;
  reason: string;
  retryAfterMs: number | null;
}

async function sendRequest(
  transport: Transport,
  { withKey, signal }: CallPolicy,
  url: string,
  init: RequestInit,
): Promise<{ answer: WholeAnswer } | Failure> {
  const { fetch, pace, userAgent, onAnswer } = transport;
  const headers = new Headers(init.headers);
  headers.set('User-Agent', userAgent);
  const key = withKey ? validateKey(transport.apiKey()) : null;
  if (key !== null) headers.set('X-API-Key', key);
  let answer: WholeAnswer;
  try {
    answer = await readWholeAnswer(fetch, url, { ...init, headers }, pace.requestTimeout, signal);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return toConnectionFailure(error.fault, error.sent);
  }
  if (isTruncatedJson(answer)) return toConnectionFailure(createCutOffError(url), true);
  const refusal = findAnswerError(key === null ? answer : maskKey(answer, key));
  if (withKey && (refusal === null || refusal instanceof ApiError)) onAnswer(answer.headers);
  return refusal === null ? { answer } : toAnswerFailure(refusal, answer);
}

async function readWholeAnswer(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<WholeAnswer> {
  const { response, chunks: readBody, close } = await exchange(fetch, url, init, { timeoutMs, signal });
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of readBody()) {
      size += chunk.length;
      if (size > ANSWER_BYTES_MAX) throw createTooLargeError(url);
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = 'GET' } = init;
    return { method, url, status: response.status, headers: response.headers, text };
  } finally {
    close();
  }
}

function createTooLargeError(url: string): ConnectionError {
  return new ConnectionError(
    'not-the-api',
    `${new URL(url).origin} responded with more than ${ANSWER_BYTES_MAX / 1024 / 1024} MB, which the service never does. Check the URL of the API.`,
  );
}

function toConnectionFailure(error: ConnectionError, sent: boolean): Failure {
  const isTransient = !permanentFaults.includes(error.kind);
  return { error, isTransient, sent, reason: faultTexts[error.kind], retryAfterMs: null };
}

function toAnswerFailure(error: ApiError | ConnectionError, { status, headers }: WholeAnswer): Failure {
  const code = error instanceof ApiError ? error.code : '';
  return {
    error,
    isTransient: transientStatuses.includes(status) || transientCodes.includes(code),
    sent: status >= 400 && transientStatuses.includes(status) && !noEffectStatuses.includes(status),
    reason: `${status} ${code}`.trim(),
    retryAfterMs: parseRetryAfter(headers),
  };
}

const faultTexts: Record<ConnectionError['kind'], string> = {
  dns: 'the host cannot be found',
  refused: 'the host accepts no connection',
  timeout: 'no response in time',
  tls: 'the certificate cannot be trusted',
  clock: 'the certificate is not valid now',
  'cut-off': 'the connection was lost',
  'not-the-api': 'the response is not from the service',
  redirected: 'the response is a redirect',
  other: 'no response',
};

function validateKey(key: string): string {
  if (/^[\x21-\x7e]{1,500}$/.test(key)) return key;
  throw new InvalidOptionError(
    'apiKey',
    'The API key is empty or has characters that no key has, such as a line break. Copy the key again.',
  );
}

/** Returns the headers without those that describe the encoded body, because the body is already decoded. */
function withoutBodyHeaders(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding']) kept.delete(name);
  return kept;
}

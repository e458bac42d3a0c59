import type { Problem, RequestError } from './generated/types.ts';

/** What is stable about a problem of the service; newer services may have further ones. */
export type ApiErrorCode = Problem['code'];

/** The service refused a call, or failed at it: its answer was a problem (RFC 9457). */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The kind of problem, for people. */
  readonly title: string;
  /** What is wrong and what would be right, for people. */
  readonly detail: string;
  /** What is wrong with the request, member by member; empty where the problem is another. */
  readonly errors: readonly RequestError[];
  /** Names the call in the service's logs; null where no answer told it. */
  readonly requestId: string | null;
  /** How long the service asks to be left alone, in milliseconds; null where it does not. */
  readonly retryAfterMs: number | null;

  constructor(
    problem: Pick<Problem, 'status' | 'code' | 'title' | 'detail' | 'errors'>,
    {
      requestId,
      retryAfterMs,
      message,
    }: { requestId: string | null; retryAfterMs: number | null; message: string },
  ) {
    super(message);
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Why no answer of the service came. */
export type ConnectionFault =
  /** The name of the host leads nowhere. */
  | 'dns'
  /** Nothing listens there. */
  | 'refused'
  /** No connection, no headers, or no further piece of the body in time. */
  | 'timeout'
  /** The certificate cannot be trusted. */
  | 'tls'
  /** The certificate is not valid at the time that this machine's clock shows. */
  | 'clock'
  /** The connection broke off, before the answer or within it. */
  | 'cut-off'
  /** What answered is not the service: a proxy, a login page, another path. */
  | 'not-the-api'
  /** The answer leads elsewhere, where the key does not go. */
  | 'redirected'
  | 'other';

/** No answer of the service came, after as many tries as there may be. The message says what to do. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
  readonly kind: ConnectionFault;

  constructor(kind: ConnectionFault, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What the client was given cannot be used: the URL of the API, the key, an id. Nothing was sent. */
export class InvalidOptionError extends Error {
  override name = 'InvalidOptionError';
  readonly option: 'apiUrl' | 'apiKey' | 'id' | 'idempotencyKey';

  constructor(option: InvalidOptionError['option'], message: string) {
    super(message);
    this.option = option;
  }
}

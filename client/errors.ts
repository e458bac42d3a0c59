import type { Problem, RequestError } from './generated/types.ts';

/** Stable code of a problem of the service. Newer services may have more codes. */
export type ApiErrorCode = Problem['code'];

/** The service refused or failed a call: it responded with a problem (RFC 9457). */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The kind of problem, for people. */
  readonly title: string;
  /** What is wrong and what would be right, for people. */
  readonly detail: string;
  /** The errors of the request, one for each invalid member; empty for other problems. */
  readonly errors: readonly RequestError[];
  /** Identifies the call in the service's logs; null if no response had it. */
  readonly requestId: string | null;
  /** How long the service asks to wait before the next request, in milliseconds; null if it does not ask. */
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

/** Why the service did not respond. */
export type ConnectionFault =
  /** The host name cannot be resolved. */
  | 'dns'
  /** The host accepts no connection at this port. */
  | 'refused'
  /** The connection, the headers or the next chunk of the body did not come in time. */
  | 'timeout'
  /** The certificate cannot be trusted. */
  | 'tls'
  /** The certificate is not valid at the time that this machine's clock shows. */
  | 'clock'
  /** The connection was lost before or during the response. */
  | 'cut-off'
  /** Something else responded: a proxy, a login page, another path. */
  | 'not-the-api'
  /** The response is a redirect. The key is not sent to its target. */
  | 'redirected'
  | 'other';

/** The service did not respond, after all attempts. The message says what to do. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
  readonly kind: ConnectionFault;

  constructor(kind: ConnectionFault, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** An option or argument cannot be used: the URL of the API, the key, an id. No request was sent. */
export class InvalidOptionError extends Error {
  override name = 'InvalidOptionError';
  readonly option: 'apiUrl' | 'apiKey' | 'id' | 'idempotencyKey';

  constructor(option: InvalidOptionError['option'], message: string) {
    super(message);
    this.option = option;
  }
}

/** Attempts of one call, the first one included. */
const ATTEMPTS = 4;

/**
 * Time from the begin of a request, which may establish a connection, to the begin of its response, and without any
 * byte on its connection.
 */
const REQUEST_MS = 3_000;

/** Time for establishing a connection. On a busy machine, a local service can need more than a second. */
const CONNECT_MS = REQUEST_MS;

/**
 * Time without any byte on a connection to S3. It is shorter than the timeout of every function, so that a body that
 * stops ends with an error message.
 */
export const S3_IDLE_MS = 10_000;

/** Time from the begin to the response of requests that S3 needs longer for: large bodies, copies, many deletions. */
const LARGE_REQUEST_MS = 30_000;

/**
 * Maximum of the pauses before the further attempts of a call that times out. The SDK waits at most 100 ms before the
 * second attempt, and doubles that each time
 * (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html).
 */
const pausesMs = 100 * (2 ** (ATTEMPTS - 1) - 1);

/** Maximum duration of a call that gets no response. Timeouts of functions are longer. */
export const callMaxMs = ATTEMPTS * REQUEST_MS + pausesMs;

/** The same for a call with `largeRequest`. */
export const largeCallMaxMs = ATTEMPTS * LARGE_REQUEST_MS + pausesMs;

/**
 * The options of every client of an AWS service that a function uses. By default the SDK waits for a response without a
 * limit, and the function would time out without an error message. Region, credentials and endpoint come from the
 * environment.
 */
export const awsClientOptions = {
  maxAttempts: ATTEMPTS,
  requestHandler: {
    connectionTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    throwOnRequestTimeout: true,
    socketTimeout: REQUEST_MS,
  },
} as const;

/** The options of S3 clients. */
export const s3ClientOptions = {
  ...awsClientOptions,
  requestHandler: { ...awsClientOptions.requestHandler, socketTimeout: S3_IDLE_MS },
} as const;

/** The option of a single request to S3 that may take longer. */
export const largeRequest = { requestTimeout: LARGE_REQUEST_MS } as const;

/**
 * The options of the client that invokes the function with the browser. It does not retry, because a second browser
 * would open the same pages while the first may still run. The caller limits the time, because the response comes
 * while the function runs.
 */
export const invokeClientOptions = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: CONNECT_MS },
} as const;

/** Time that Amazon SES may need to accept a mail. It is shorter than the timeout of the function that sends it. */
const MAIL_MS = 20_000;

/**
 * The options of the client that sends mails. It does not retry, because SES may have accepted a mail whose response
 * did not come: each retry would send it once more. The delivery is attempted again later. Each mail gets a connection
 * of its own: SES closes an idle one while the function is frozen, and without a retry the next mail would be late.
 */
export const mailClientOptions = {
  maxAttempts: 1,
  requestHandler: {
    ...awsClientOptions.requestHandler,
    httpAgent: { keepAlive: false },
    httpsAgent: { keepAlive: false },
    // The time of the request includes that of its connection.
    connectionTimeout: MAIL_MS,
    requestTimeout: MAIL_MS,
    socketTimeout: MAIL_MS,
  },
} as const;

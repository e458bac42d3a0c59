/** How requests are repeated and how long they may take, in milliseconds unless said otherwise. */
export interface Pace {
  /** Until the headers of an answer are there, and then between any two pieces of its body. */
  requestTimeout: number;
  /** Requests that one call makes at most. */
  attempts: number;
  /** The first pause is random between 0 and this, each further one between 0 and twice as much. */
  backoff: number;
  backoffMax: number;
  /** A `Retry-After` beyond it is not waited for: the call fails at once. */
  retryAfterMax: number;
}

/** As usual: five requests within about a minute, and two minutes more for a server that asks for patience. */
export const paceDefault: Pace = {
  requestTimeout: 30_000,
  attempts: 5,
  backoff: 1_000,
  backoffMax: 20_000,
  retryAfterMax: 120_000,
};

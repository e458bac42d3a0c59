import { ATTEMPTS_KEPT, type Attempt, type Delivery } from './delivery.ts';

/**
 * Seconds before the second and each later attempt at a delivery, as Standard Webhooks recommends:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#deliverability-and-reliability
 */
export const retryPauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Each pause is longer or shorter by at most this share, so that many deliveries are not attempted at once. */
export const PAUSE_JITTER = 0.2;

/** Longest time that a receiver can ask us to wait, in seconds. */
const RETRY_AFTER_MAX = 86_400;

/** How an attempt ended. `final`: the receiver will never accept the delivery, so it is given up. */
export type AttemptResult =
  | { kind: 'accepted' }
  | {
      kind: 'refused';
      /** Seconds for which the receiver asked us to wait; null if it did not. */
      retryAfter: number | null;
    }
  | { kind: 'final' };

/**
 * Returns the delivery after an attempt: with the time of the next one, if there is one.
 * @param random from 0 to 1
 */
export function endAttempt(
  delivery: Delivery,
  attempt: Attempt,
  result: AttemptResult,
  now: Date,
  random: number,
): Delivery {
  const { nextAttemptAt: _next, attempts, attemptCount, attemptsSinceRequest, ...rest } = delivery;
  const attempted = {
    ...rest,
    attempts: [...attempts, attempt].slice(-ATTEMPTS_KEPT),
    attemptCount: attemptCount + 1,
    attemptsSinceRequest: attemptsSinceRequest + 1,
  };
  if (result.kind === 'accepted') return { ...attempted, state: 'delivered' };
  const pause =
    result.kind === 'final'
      ? undefined
      : planPause(attempted.attemptsSinceRequest, result.retryAfter, random);
  if (pause === undefined) return { ...attempted, state: 'failed' };
  return { ...attempted, nextAttemptAt: new Date(now.getTime() + pause * 1_000).toISOString() };
}

/** Returns the seconds before the next attempt; undefined if this was the last one. */
function planPause(attempts: number, retryAfter: number | null, random: number): number | undefined {
  const pause = retryPauses[attempts - 1];
  if (pause === undefined) return undefined;
  const jittered = pause * (1 - PAUSE_JITTER + 2 * PAUSE_JITTER * random);
  return Math.max(jittered, Math.min(retryAfter ?? 0, RETRY_AFTER_MAX));
}

/** Returns the delivery, requested again: due at once, with all its attempts before it. */
export function requestAgain(delivery: Delivery, now: Date): Delivery {
  const time = now.toISOString();
  return { ...delivery, state: 'pending', attemptsSinceRequest: 0, nextAttemptAt: time, requestedAt: time };
}

/** Returns the delivery, dropped because its channel is disabled or does not exist. */
export function dropDelivery({ nextAttemptAt: _next, ...delivery }: Delivery): Delivery {
  return { ...delivery, state: 'dropped' };
}

/**
 * Returns the seconds of a `Retry-After` header; null if it is missing or malformed.
 * @param text seconds, or an HTTP date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // `Date.parse` accepts many other texts.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}

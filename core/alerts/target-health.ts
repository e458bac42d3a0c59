/** Days for which every attempt must have failed before an endpoint is disabled. */
export const FAILING_DAYS_MAX = 5;

const DAY_MS = 86_400_000;

/** Number of failed attempts that there must be meanwhile: a quiet endpoint is not judged by two of them. */
export const FAILURES_MIN = 10;

/** An endpoint that needs longer than this is slow: it gets a queue of its own, so that it delays no other. */
export const SLOW_MS = 3_000;

/** How the latest attempts at deliveries to an endpoint ended. */
export interface TargetHealth {
  /** When the first attempt failed since one succeeded, RFC 3339 UTC; absent if the last one succeeded. */
  failingSince?: string;
  /** When the last attempt failed; absent if it succeeded. */
  failedAt?: string;
  /** Number of failed attempts since then. */
  failures: number;
  /** Whether the last attempt took long. */
  isSlow: boolean;
}

export const unknownHealth: TargetHealth = { failures: 0, isSlow: false };

/** Days without an attempt after which earlier failures say nothing of an endpoint any more. */
const QUIET_DAYS = 10;

/** Returns the health after an attempt. */
export function updateHealth(
  { failingSince, failedAt, failures }: TargetHealth,
  { failed, durationMs }: { failed: boolean; durationMs: number },
  now: Date,
): TargetHealth {
  const isSlow = durationMs > SLOW_MS;
  if (!failed) return { failures: 0, isSlow };
  const time = now.toISOString();
  const wasQuiet = now.getTime() - Date.parse(failedAt ?? time) > QUIET_DAYS * DAY_MS;
  if (failingSince === undefined || wasQuiet)
    return { failingSince: time, failedAt: time, failures: 1, isSlow };
  return { failingSince, failedAt: time, failures: failures + 1, isSlow };
}

/** True if an endpoint is to be disabled, because nothing was delivered for days although it was tried often. */
export function isGivenUp({ failingSince, failures }: TargetHealth, now: Date): boolean {
  return (
    failingSince !== undefined &&
    failures >= FAILURES_MIN &&
    now.getTime() - Date.parse(failingSince) >= FAILING_DAYS_MAX * DAY_MS
  );
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
/** The service gives up a scan after a day, so a longer wait is useless. */
const DURATION_MAX_MS = 24 * 3_600_000;
/** Shortest suggested timeout, in minutes. A slightly longer one would be too short again. */
const LONGER_MIN = 30;

/** The requirement for a duration, for people. */
export const DURATION_REQUIREMENT = 'must be a duration from 1s to 24h, e.g. 90s, 15m or 1h';

/** Parses a duration such as `90s`, `15m` or `1h` to milliseconds; null if it is invalid or not from 1s to 24h. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  if (count === undefined) return null;
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  return ms > 0 && ms <= DURATION_MAX_MS ? ms : null;
}

/** Formats a duration for people: `90 s`, `15 min`. @param ms in milliseconds */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / unitMs.s);
  if (seconds < 1) return `${ms} ms`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/**
 * Returns a longer timeout as a flag, e.g. `--timeout 30m`.
 * @param ms the timeout that was too short, in milliseconds
 */
export function suggestLongerTimeout(ms: number): string {
  const minutes = Math.min(DURATION_MAX_MS / unitMs.m, Math.max(LONGER_MIN, Math.ceil((2 * ms) / unitMs.m)));
  return `--timeout ${minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`}`;
}

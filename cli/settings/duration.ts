const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
/** The service gives a scan up after a day, so there is nothing to wait for after it. */
const DURATION_MAX_MS = 24 * 3_600_000;
/** Minutes; one that is hardly longer would be too short again. */
const LONGER_MIN = 30;

/** What a duration must look like, for people. */
export const DURATION_REQUIREMENT = 'must be a duration from 1s to 24h, e.g. 90s, 15m or 1h';

/** The milliseconds of a duration such as `90s`, `15m` or `1h`; null when the text is none, or none from 1s to 24h. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  if (count === undefined) return null;
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  return ms > 0 && ms <= DURATION_MAX_MS ? ms : null;
}

/** A length of time for people: `90 s`, `15 min`. @param ms in milliseconds */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / unitMs.s);
  if (seconds < 1) return `${ms} ms`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** What `--timeout` may be when one was too short, e.g. `--timeout 30m`. @param ms the one that was, in milliseconds */
export function suggestLongerTimeout(ms: number): string {
  const minutes = Math.min(DURATION_MAX_MS / unitMs.m, Math.max(LONGER_MIN, Math.ceil((2 * ms) / unitMs.m)));
  return `--timeout ${minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`}`;
}

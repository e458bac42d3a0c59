import type { TrendPoint } from '../../api/types.ts';

/** What makes the numbers of a scan incomparable with those of the scan before. */
export interface TrendBreak {
  settings: boolean;
  engines: boolean;
}

/** Returns what changed since the scan before; null if nothing did. @param before null for the first scan */
export function findBreak(before: TrendPoint | null, point: TrendPoint): TrendBreak | null {
  if (before === null) return null;
  const settings = before.comparableKey !== point.comparableKey;
  const engines = listVersions(before) !== listVersions(point);
  return settings || engines ? { settings, engines } : null;
}

/** Returns the versions of the engines of a scan, such as `axe-core 4.14.1, Chrome/153.0.7900.0`. */
export function listVersions({ engines }: TrendPoint): string {
  return engines
    .map(
      ({ axe, checks, browser }) =>
        `axe-core ${axe}${checks === undefined ? '' : `, a11y-scan ${checks}`}, ${browser}`,
    )
    .sort()
    .join('; ');
}

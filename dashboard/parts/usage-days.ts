import type { UsageDay } from '../api/types.ts';
import { toDay } from '../text/dates.ts';
import type { Bar } from './bar.ts';

const DAY_MS = 86_400_000;

/** A range of days in UTC; both belong to it. */
export interface DayRange {
  from: string;
  to: string;
}

/** Returns the last days until today. */
export function getLastDays(count: number, now: Date): DayRange {
  return { from: toDay(new Date(now.getTime() - (count - 1) * DAY_MS)), to: toDay(now) };
}

/** Returns all days of a range, oldest first; none if the range is not valid. */
export function listDays({ from, to }: DayRange): string[] {
  const end = Date.parse(`${to}T00:00:00Z`);
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= end && days.length < 400; at += DAY_MS) {
    days.push(toDay(new Date(at)));
  }
  return days;
}

/** Returns the sum of a counter for each day of a range, with 0 for days without usage. */
export function sumByDay(
  usage: readonly UsageDay[],
  range: DayRange,
  counter: 'requests' | 'scans' | 'pages',
): Bar[] {
  const sums = new Map<string, number>();
  for (const entry of usage) sums.set(entry.day, (sums.get(entry.day) ?? 0) + entry[counter]);
  return listDays(range).map((day) => ({ day, value: sums.get(day) ?? 0 }));
}

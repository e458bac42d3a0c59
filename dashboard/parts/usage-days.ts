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

/** Returns one entry for each key or person, with the sums of its days; the one with most requests is first. */
export function sumByOwner<Entry extends UsageDay>(
  usage: readonly Entry[],
  getOwner: (entry: Entry) => string,
): Entry[] {
  const sums = new Map<string, Entry>();
  for (const entry of usage) {
    const owner = getOwner(entry);
    const sum = sums.get(owner);
    sums.set(owner, sum === undefined ? entry : add(sum, entry));
  }
  return [...sums.values()].toSorted((a, b) => b.requests - a.requests);
}

function add<Entry extends UsageDay>(sum: Entry, { requests, scans, pages, lastUsedAt }: UsageDay): Entry {
  return {
    ...sum,
    requests: sum.requests + requests,
    scans: sum.scans + scans,
    pages: sum.pages + pages,
    lastUsedAt: (lastUsedAt ?? '') > (sum.lastUsedAt ?? '') ? lastUsedAt : sum.lastUsedAt,
  };
}

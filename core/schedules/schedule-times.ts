import { Cron } from 'croner';
import { type Weekday, weekdays } from './weekdays.ts';

/** When a site is scanned. `at` is a time of day, `HH:MM`, in the time zone. */
export type ScheduleTimes = { at: string; timeZone: string } & (
  | { every: 'day' | 'weekday' }
  | { every: 'week'; on: readonly Weekday[] }
  /** Days of the month, 1 to 31. In a month that does not have such a day, its last day. */
  | { every: 'month'; on: readonly number[] }
);

/** A day that every month has. */
const SAFE_DAY_MAX = 28;

/**
 * Returns the next times of a schedule, earliest first. A time of day that does not exist on a day, because clocks are
 * put forward, is replaced by the first one after it that does; of one that exists twice, the first is taken.
 * @param after only later times are returned
 */
export function listNextTimes(times: ScheduleTimes, after: Date, count: number): Date[] {
  const [hour, minute] = times.at.split(':').map(Number);
  const found = listDayPatterns(times).flatMap((days) =>
    new Cron(`0 ${minute} ${hour} ${days}`, { timezone: times.timeZone }).nextRuns(count, after),
  );
  const distinct = new Set(found.map((time) => time.getTime()));
  return [...distinct]
    .sort((one, other) => one - other)
    .slice(0, count)
    .map((time) => new Date(time));
}

/** Returns the next time of a schedule after the given one. */
export function getNextTime(times: ScheduleTimes, after: Date): Date {
  const [next] = listNextTimes(times, after, 1);
  if (next === undefined) throw new Error(`the schedule has no time after ${after.toISOString()}`);
  return next;
}

/** Returns the days of a schedule as the last three fields of cron expressions: day of month, month, day of week. */
function listDayPatterns(times: ScheduleTimes): string[] {
  switch (times.every) {
    case 'day':
      return ['* * *'];
    case 'weekday':
      return ['* * 1-5'];
    case 'week':
      return [`* * ${times.on.map((day) => weekdays.indexOf(day) + 1).join(',')}`];
    case 'month':
      return listMonthPatterns(times.on);
  }
}

function listMonthPatterns(days: readonly number[]): string[] {
  const safe = days.filter((day) => day <= SAFE_DAY_MAX);
  const late = days.filter((day) => day > SAFE_DAY_MAX);
  return [
    ...(safe.length === 0 ? [] : [`${safe.join(',')} * *`]),
    // Only February does not have the days 29 and 30.
    ...late.flatMap((day) => (day === 31 ? ['L * *'] : [`${day} * *`, 'L 2 *'])),
  ];
}

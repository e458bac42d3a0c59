import { LOCALE } from './plural.ts';

const timeFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const dateFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
/** Days are days in UTC everywhere in the service. */
const dayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a time in the time zone of the person. @param time RFC 3339 */
export function formatTime(time: string): string {
  return timeFormat.format(new Date(time));
}

/** Returns the date of a time in the time zone of the person. */
export function formatDate(time: Date): string {
  return dateFormat.format(time);
}

/** Returns a day. @param day such as `2026-03-31` */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

/** Returns the day of a time in UTC, such as `2026-03-31`. */
export function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Returns the name of the time zone of the person, such as `Europe/Berlin`. */
export function getTimeZone(): string {
  return timeFormat.resolvedOptions().timeZone;
}

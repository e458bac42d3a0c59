import { formatDay, formatTime } from '../text/dates.ts';
import { shellText } from '../text/en/shell.ts';

/** A time in the zone of the person, with UTC for programs. @param at RFC 3339 UTC; null is shown as "Never" */
export function Time({ at }: { at: string | null }) {
  return at === null ? <span>{shellText.never}</span> : <time dateTime={at}>{formatTime(at)}</time>;
}

/** A day in UTC. */
export function Day({ day }: { day: string }) {
  return <time dateTime={day}>{formatDay(day)}</time>;
}

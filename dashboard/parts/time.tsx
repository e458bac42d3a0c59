import { formatDate, formatDay, formatTime } from '../text/dates.ts';
import { shellText } from '../text/en/shell.ts';

interface TimeProps {
  /** RFC 3339 UTC; null is shown as "Never". */
  at: string | null;
  /** Whether the date is enough. */
  isDate?: boolean;
}

/** A time in the time zone of the person. */
export function Time({ at, isDate = false }: TimeProps) {
  if (at === null) return <span>{shellText.never}</span>;
  return <time dateTime={at}>{isDate ? formatDate(new Date(at)) : formatTime(at)}</time>;
}

/** A day in UTC. */
export function Day({ day }: { day: string }) {
  return <time dateTime={day}>{formatDay(day)}</time>;
}

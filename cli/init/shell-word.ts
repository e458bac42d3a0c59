import { escapeLogLine } from '../terminal/log-text.ts';

/** A text as one word of a POSIX shell, on one line and with nothing in it that drives a terminal. */
export function shellWord(text: string): string {
  const shown = escapeLogLine(text);
  return /^[\w.~:/@%+=,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

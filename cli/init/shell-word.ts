import { inertLine } from '../terminal/inert-text.ts';

/** A text as one word of a POSIX shell, on one line and with nothing in it that drives a terminal. */
export function shellWord(text: string): string {
  const shown = inertLine(text);
  return /^[\w.~:/@%+=,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

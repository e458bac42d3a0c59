import { escapeAsJson, escapeText } from '../core/text/active-characters.ts';

/** UTF-16 units of a text that are read, because a page may return megabytes. */
const READ_MAX = 10_000;

/**
 * Returns text from a scanned page as one line for a terminal: active characters are shown as `[U+001B]`, and white space
 * becomes one space.
 * @param longest in characters, including the `…` at the end of text that was cut
 */
export function toPlainText(text: unknown, longest = 100): string {
  const whole = String(text ?? '');
  const plain = escapeText(whole.slice(0, READ_MAX)).replace(/\s+/g, ' ').trim();
  const characters = [...plain];
  if (characters.length <= longest && whole.length <= READ_MAX) return plain;
  return `${characters.slice(0, longest - 1).join('')}…`;
}

/** Returns the output of a function for a log or a terminal. Lines stay lines, and JSON keeps its value. */
export function escapeLogText(text: string): string {
  return escapeAsJson(text.toWellFormed());
}

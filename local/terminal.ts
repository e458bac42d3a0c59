import { escapeAsJson, escapeText } from '../core/text/active-characters.ts';

/** Maximum number of UTF-16 units that are read from a text, because a page may return megabytes. */
const READ_MAX = 10_000;

/**
 * Returns text from a scanned page as one line for a terminal. Shows control characters as `[U+001B]` and collapses
 * white space to one space.
 * @param longest maximum number of characters, including the `…` at the end of truncated text
 */
export function toPlainText(text: unknown, longest = 100): string {
  const whole = String(text ?? '');
  const plain = escapeText(whole.slice(0, READ_MAX)).replace(/\s+/g, ' ').trim();
  const characters = [...plain];
  if (characters.length <= longest && whole.length <= READ_MAX) return plain;
  return `${characters.slice(0, longest - 1).join('')}…`;
}

/** Returns a function's output escaped for a log or a terminal. Line breaks stay, and JSON keeps its value. */
export function escapeLogText(text: string): string {
  return escapeAsJson(text.toWellFormed());
}

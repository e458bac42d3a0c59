import { escapeAsJson, escapeCharacterAsJson } from './active-characters.ts';

/** The first character of what a build log takes for a command anywhere in a line; see `escapeLine`. */
const COMMAND = /#(?=#[a-z]*\[)/gi;

/**
 * Returns a piece of JSON with each active character and each command of a build log written with escapes: it parses
 * to the same value, and has no effect on a terminal or a build log that shows it. Both occur only within strings.
 * A command must not begin in one piece and end in the next.
 */
export function escapeJson(piece: string): string {
  return escapeAsJson(piece).replace(COMMAND, escapeCharacterAsJson);
}

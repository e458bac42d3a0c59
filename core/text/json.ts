import { escapeAsJson, escapeCharacterAsJson } from './active-characters.ts';

/** The first character of a text that a build log interprets as a command anywhere in a line; see `escapeLine`. */
const COMMAND = /#(?=#[a-z]*\[)/gi;

/**
 * Returns a piece of JSON in which each active character and each build log command is escaped. The result parses to
 * the same value, and has no effect on a terminal or a build log that prints it. Both occur only within strings. A
 * command must not begin in one piece and end in the next.
 */
export function escapeJson(piece: string): string {
  return escapeAsJson(piece).replace(COMMAND, escapeCharacterAsJson);
}

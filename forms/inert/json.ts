import { activeCharacters } from '../../core/reports/inert-text.ts';
import type { Form } from '../form.ts';

/** The first character of what a build log takes for a command anywhere in a line; see `inertLine`. */
const command = /#(?=#[a-z]*\[)/gi;

/**
 * A form that writes JSON, with every active character, and every command of a build log, written with
 * escapes: a parser gives back the same texts, and a terminal or a build log that the file is printed to does
 * nothing. Such characters can only be within strings.
 */
export function inertJson(form: Form): Form {
  return async function* (source) {
    for await (const piece of form(source)) {
      yield inertJsonText(piece);
    }
  };
}

/** A piece of JSON written so. No command may begin in one piece and end in the next. */
export function inertJsonText(piece: string): string {
  return piece.replace(activeCharacters, escapeOf).replace(command, escapeOf);
}

function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

import { escapeLine } from '../../core/text/line.ts';

/** Maximum number of characters in a spreadsheet cell, minus one for the apostrophe: Excel allows 32,767. */
const CELL_LENGTH_MAX = 32_000;

/**
 * Characters that spreadsheets read as the start of a formula, with full-width variants, also after spaces and quotes
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^[\s"'’]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/;

/** The same after a character that a spreadsheet of another locale reads as a cell separator. */
const FORMULA_WITHIN = /([;|][\s"'’]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * Returns the text as one line that no spreadsheet evaluates: an apostrophe precedes anything that would be a
 * formula.
 */
export function escapeCsvCell(text: string): string {
  const line = escapeLine(text, CELL_LENGTH_MAX).replace(FORMULA_WITHIN, "$1'");
  return FORMULA.test(line) ? `'${line}` : line;
}

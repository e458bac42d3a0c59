import { escapeLine } from '../../core/text/line.ts';

/** Characters that one cell of a spreadsheet holds, less one for the mark: 32,767 in Excel. */
const CELL_LENGTH_MAX = 32_000;

/**
 * What spreadsheets take for the beginning of a formula, with its full-width variants, also behind spaces and
 * quotes (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^[\s"'’]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/;

/** The same behind what a spreadsheet of another locale takes for the end of a cell. */
const FORMULA_WITHIN = /([;|][\s"'’]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** The text of a cell that no spreadsheet calculates: one line, an apostrophe before what would be a formula. */
export function escapeCsvCell(text: string): string {
  const line = escapeLine(text, CELL_LENGTH_MAX).replace(FORMULA_WITHIN, "$1'");
  return FORMULA.test(line) ? `'${line}` : line;
}

import { escapeLine } from '../../core/text/line.ts';
import { measureWidth } from './width.ts';

/** Separates two columns. */
const GAP = '  ';

/** A column of a table: its heading, and the function that returns its cell for a row. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string | number];

/** Formats rows as an aligned table with headings. Escapes all cells. Aligns columns of numbers to the right. */
export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const lines = cells.map((line) => line.map((cell) => escapeLine(String(cell))));
  const isNumeric = columns.map((_, column) => typeof cells[0]?.[column] === 'number');
  return formatTableLines([columns.map(([heading]) => heading), ...lines], isNumeric).join('\n');
}

/**
 * Returns one line for each row, with each column as wide as its widest cell.
 * @param rows escaped cells, the same number in each row
 * @param isNumeric for each column, whether it is aligned to the right
 */
export function formatTableLines(
  rows: readonly (readonly string[])[],
  isNumeric: readonly boolean[] = [],
): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => measureWidth(row[column] ?? ''))),
  );
  const padded = (cell: string, column: number) => {
    const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - measureWidth(cell)));
    return isNumeric[column] ? space + cell : cell + space;
  };
  return rows.map((row) => row.map(padded).join(GAP).trimEnd());
}

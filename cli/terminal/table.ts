import { widthOf } from './width.ts';

/** Between two columns. */
const GAP = '  ';

/**
 * Rows below each other, each column as wide as its widest cell.
 * @param rows cells that `escapeLogLine` returned, the same number in each row
 */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  const padded = (cell: string, column: number) =>
    cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)));
  return rows.map((row) => row.map(padded).join(GAP).trimEnd());
}

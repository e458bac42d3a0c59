import { escapeLine } from '../core/text/line.ts';

/** A column of a table: its heading and what it shows of a row. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string | number];

/** Rows as an aligned table with headings; numbers stand to the right. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const widths = columns.map(([heading], at) =>
    Math.max(heading.length, ...cells.map((line) => shown(line[at] ?? '').length)),
  );
  const pad = (cell: string | number, at: number): string =>
    typeof cell === 'number' ? shown(cell).padStart(widths[at] ?? 0) : shown(cell).padEnd(widths[at] ?? 0);
  const numeric = columns.map((_, at) => typeof cells[0]?.[at] === 'number');
  const headings = columns.map(([heading], at) =>
    numeric[at] ? heading.padStart(widths[at] ?? 0) : pad(heading, at),
  );
  return [headings, ...cells.map((line) => line.map(pad))]
    .map((line) => line.join('  ').trimEnd())
    .join('\n');
}

function shown(cell: string | number): string {
  return escapeLine(String(cell));
}

/** A time without its milliseconds, as people read it: `2026-11-21 08:00 UTC`. */
export function timeText(rfc3339: string): string {
  return `${rfc3339.slice(0, 10)} ${rfc3339.slice(11, 16)} UTC`;
}

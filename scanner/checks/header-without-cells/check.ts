import { askReview, type Check, type CheckResult, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { listTables, type Table, type TableCell } from '../in-page/tables.ts';

const QUESTION = 'Does this table get rows later? If not, are its header cells in fact data?';
/** Attributes of tables that show only a part of their rows or columns. */
const partial = ['aria-rowcount', 'aria-colcount', 'aria-owns', 'aria-busy'];

/** Tests the header cells of the tables that have data cells, and tables that have none. */
export const check: Check = function* (page) {
  for (const table of listTables(page)) {
    if (partial.some((name) => table.element.hasAttr(name))) continue;
    const headers = table.cells.filter(({ isHeader }) => isHeader);
    if (headers.length === 0) continue;
    if (headers.length < table.cells.length) yield* testHeaders(page, table, headers);
    else if (table.isNative) {
      const data = { rows: table.rows.length, cells: table.cells.length };
      if (table.rows.length > 1 && table.width > 1)
        yield fail(table.element, 'All cells of the table are header cells.', data);
      else yield askReview(table.element, QUESTION, data);
    }
  }
};

function* testHeaders(
  page: CheckedPage,
  table: Table,
  headers: readonly TableCell[],
): Generator<CheckResult> {
  const referenced = new Set<string>();
  for (const { element } of table.cells) {
    for (const id of readIds(element)) if (id !== element.attr('id')) referenced.add(id);
  }
  const { lastRows, lastColumns } = findLastCells(table);
  for (const { element, row, column, rowSpan, columnSpan } of headers) {
    if (!page.isExposed(element) || !page.isVisible(element)) continue;
    const direction = readDirection(page, element);
    const below = lastRows.slice(column, column + columnSpan).some((last) => last >= row + rowSpan);
    const beside = lastColumns.slice(row, row + rowSpan).some((last) => last >= column + columnSpan);
    const hasCells =
      referenced.has(element.attr('id') ?? '') ||
      (direction !== 'row' && below) ||
      (direction !== 'column' && beside);
    if (hasCells) yield pass();
    else yield fail(element, 'No cell of the table has this header.', { row: row + 1, column: column + 1 });
  }
}

/** Returns the last row of each column, and the last column of each row, with a cell that headers there belong to. */
function findLastCells(table: Table): { lastRows: number[]; lastColumns: number[] } {
  const lastRows = Array.from({ length: table.width }, () => -1);
  const lastColumns = table.rows.map(() => -1);
  const rowsWithData = new Set(table.cells.filter(({ isHeader }) => !isHeader).map(({ row }) => row));
  for (const { element, isHeader, row, column, rowSpan, columnSpan } of table.cells) {
    if (readIds(element).length > 0) continue;
    // A header cell beside data, such as the first cell of a row, has the header of its column.
    if (isHeader && !rowsWithData.has(row)) continue;
    const bottom = row + rowSpan - 1;
    const right = column + columnSpan - 1;
    for (let x = column; x <= right; x += 1) lastRows[x] = Math.max(lastRows[x] ?? -1, bottom);
    for (let y = row; y <= bottom; y += 1) lastColumns[y] = Math.max(lastColumns[y] ?? -1, right);
  }
  return { lastRows, lastColumns };
}

function readIds(cell: PageElement): string[] {
  return (cell.attr('headers') ?? '').split(/\s+/).filter((id) => id !== '');
}

function readDirection(page: CheckedPage, header: PageElement): 'row' | 'column' | 'both' {
  const scope = (header.attr('scope') ?? '').trim().toLowerCase();
  if (scope === 'col' || scope === 'colgroup') return 'column';
  if (scope === 'row') return 'row';
  if (header.hasAttr('role')) return page.role(header) === 'rowheader' ? 'row' : 'column';
  return 'both';
}

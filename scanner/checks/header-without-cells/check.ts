import { askReview, type Check, type CheckResult, fail, pass } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { listTables, type Table, type TableCell } from '../in-page/tables.ts';
import { readText } from '../in-page/text.ts';

const QUESTION = 'Does this table get rows later? If not, are its header cells in fact data?';
/** Attributes of tables that show only a part of their rows or columns. */
const partial = ['aria-rowcount', 'aria-colcount', 'aria-owns', 'aria-busy'];
/** Maximum length of a header that is repeated below the table. */
const TEXT_MAX = 200;
/** How many elements around a table without data, and around the table behind it, may be those of one table. */
const HEAD_LEVELS = 3;
const BODY_LEVELS = 6;

/** Tests the header cells of the tables that have data cells, and tables that have none. */
export const check: Check = function* (page) {
  const tables = listTables(page);
  for (const [index, table] of tables.entries()) {
    if (partial.some((name) => table.element.hasAttr(name))) continue;
    const headers = table.cells.filter(({ isHeader }) => isHeader);
    if (headers.length === 0) continue;
    if (headers.length < table.cells.length) yield* testHeaders(page, table, headers);
    else if (table.isNative && !isFixedHead(table, tables[index + 1])) {
      const data = { rows: table.rows.length, cells: table.cells.length };
      if (table.rows.length > 1 && table.width > 1 && table.cells.some(isInBody))
        yield fail(table.element, 'All cells of the table are header cells.', data);
      else yield askReview(table.element, QUESTION, data);
    }
  }
};

/** False for a cell of the head or foot of a table, which may get its rows later. */
function isInBody({ element }: TableCell): boolean {
  return !['thead', 'tfoot'].includes(element.parent?.parent?.props.nodeName ?? '');
}

/**
 * True if the next table has the rows of this one, as where the head stays fixed while the rows scroll: it has no
 * headers of its own, but may repeat those of the head.
 */
function isFixedHead(head: Table, next: Table | undefined): boolean {
  if (next === undefined || next.width !== head.width) return false;
  const texts = new Set(head.cells.map(({ element }) => readText(element, TEXT_MAX)));
  const first = next.cells.filter(({ row, isHeader }) => row === 0 && isHeader);
  if (!first.every(({ element }) => texts.has(readText(element, TEXT_MAX)))) return false;
  const around = new Set(listAround(head.element, HEAD_LEVELS));
  return listAround(next.element, BODY_LEVELS).some((element) => around.has(element));
}

function listAround(element: PageElement, levels: number): PageNode[] {
  const around: PageNode[] = [];
  for (let up = element.parent; up !== null && around.length < levels; up = up.parent) around.push(up);
  return around;
}

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
  const firstData = new Map<number, number>();
  for (const { isHeader, row, column } of table.cells)
    if (!isHeader && !firstData.has(row)) firstData.set(row, column);
  const hasCells = (cell: TableCell) => {
    const { element, row, column, rowSpan, columnSpan } = cell;
    const direction = readDirection(page, element);
    const below = lastRows.slice(column, column + columnSpan);
    const beside = lastColumns.slice(row, row + rowSpan);
    return (
      referenced.has(element.attr('id') ?? '') ||
      (direction !== 'row' && below.some((last) => last >= row + rowSpan)) ||
      (direction !== 'column' && beside.some((last) => last >= column + columnSpan)) ||
      // The name of a row can stand behind the box that selects the row.
      (direction !== 'column' && (firstData.get(row) ?? column) < column && isInBody(cell))
    );
  };
  const alone: TableCell[] = [];
  /** By column: the texts of headers that have cells. */
  const texts = new Set<string>();
  const toKey = ({ element, column }: TableCell) => `${column} ${readText(element, TEXT_MAX) ?? ''}`;
  for (const header of headers) {
    const { element } = header;
    if (!page.isExposed(element) || !page.isVisible(element)) continue;
    if (hasCells(header)) {
      texts.add(toKey(header));
      yield pass();
    } else alone.push(header);
  }
  for (const header of alone) {
    const { element, row, column } = header;
    // The last row often repeats the first one.
    if (texts.has(toKey(header))) yield pass();
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

import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { isElement } from './nodes.ts';

/** One cell of a table, and the part of the grid that it covers. */
export interface TableCell {
  element: PageElement;
  isHeader: boolean;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
}

/** A table with at least one row. */
export interface Table {
  element: PageElement;
  /** False for elements that are a table only by their roles. */
  isNative: boolean;
  rows: readonly PageElement[];
  cells: readonly TableCell[];
  /** Number of columns. */
  width: number;
}

/** Limits of the HTML specification. */
const COLUMN_SPAN_MAX = 1_000;
const ROW_SPAN_MAX = 65_534;
/** Maximum number of slots in the grid for each cell, so that spans do not make a small table large. */
const SLOTS_FACTOR = 20;
const SLOTS_MIN = 10_000;

const rowGroups: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
const headerRoles: ReadonlySet<string> = new Set(['columnheader', 'rowheader']);
const cellRoles: ReadonlySet<string> = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const rowRoles: ReadonlySet<string> = new Set(['row']);
const tableRoles: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid']);

/** Returns the tables to test that assistive technology presents as tables. */
export function listTables(page: CheckedPage): Table[] {
  const candidates = new Set([...page.byTag('table'), ...page.byAttribute('role')]);
  return [...candidates].flatMap((element) => {
    if (!tableRoles.has(page.role(element) ?? '') || !page.isExposed(element)) return [];
    const table = readTable(page, element);
    return table === null ? [] : [table];
  });
}

/** True for a cell that is alone in its row, across all columns, as a title is. */
export function isAcross({ width }: Table, { columnSpan, rowSpan }: TableCell): boolean {
  return columnSpan === width && rowSpan === 1;
}

/** Returns the grid of a table; null without rows, or if its spans make it too large. */
export function readTable(page: CheckedPage, element: PageElement): Table | null {
  const isNative = element.props.nodeName === 'table';
  const rows = isNative ? listNativeRows(element) : listByRole(page, element, rowRoles);
  const cellsOfRows = rows.map((row) => (isNative ? listNativeCells(row) : listByRole(page, row, cellRoles)));
  const slotsMax = Math.max(SLOTS_MIN, cellsOfRows.flat().length * SLOTS_FACTOR);
  const taken = rows.map(() => new Set<number>());
  const cells: TableCell[] = [];
  let slots = 0;
  let width = 0;
  for (const [row, elements] of cellsOfRows.entries()) {
    let column = 0;
    for (const cell of elements) {
      while (taken[row]?.has(column)) column += 1;
      const columnSpan = readSpan(cell, ['colspan', 'aria-colspan'], COLUMN_SPAN_MAX) || 1;
      const rowSpan = readSpan(cell, ['rowspan', 'aria-rowspan'], ROW_SPAN_MAX) || rows.length;
      const height = Math.min(rowSpan, rows.length - row);
      slots += height * columnSpan;
      if (slots > slotsMax) return null;
      for (let y = row; y < row + height; y += 1) {
        for (let x = column; x < column + columnSpan; x += 1) taken[y]?.add(x);
      }
      cells.push({ element: cell, isHeader: isHeader(page, cell), row, column, rowSpan: height, columnSpan });
      column += columnSpan;
      width = Math.max(width, column);
    }
  }
  return rows.length === 0 ? null : { element, isNative, rows, cells, width };
}

function isHeader(page: CheckedPage, cell: PageElement): boolean {
  const role = cell.attr('role');
  if (role === null || role.trim() === '') return cell.props.nodeName === 'th';
  return headerRoles.has(page.role(cell) ?? '');
}

function readSpan(cell: PageElement, names: readonly string[], max: number): number {
  const value = names.map((name) => cell.attr(name)).find((each) => each !== null) ?? '1';
  const [digits] = /^\s{0,9}\d{1,9}/.exec(value) ?? [];
  return digits === undefined ? 1 : Math.min(Number(digits), max);
}

function listNativeRows(table: PageElement): PageElement[] {
  return table.children.filter(isElement).flatMap((child) => {
    if (child.props.nodeName === 'tr') return [child];
    if (!rowGroups.has(child.props.nodeName)) return [];
    return child.children.filter(isElement).filter(({ props }) => props.nodeName === 'tr');
  });
}

function listNativeCells(row: PageElement): PageElement[] {
  return row.children.filter(isElement).filter(({ props }) => ['td', 'th'].includes(props.nodeName));
}

/** Returns the outermost elements within another that have one of the roles, but not those of tables within it. */
function listByRole(page: CheckedPage, element: PageElement, roles: ReadonlySet<string>): PageElement[] {
  const found: PageElement[] = [];
  const open = element.children.filter(isElement).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const role = page.role(next) ?? '';
    if (roles.has(role)) found.push(next);
    else if (!tableRoles.has(role)) {
      for (const child of next.children.filter(isElement).reverse()) open.push(child);
    }
  }
  return found;
}

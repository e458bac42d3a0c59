import { askReview, type Check, pass } from '../check.ts';
import { isAcross, listTables, type Table, type TableCell } from '../in-page/tables.ts';
import { readText } from '../in-page/text.ts';

const TEXT_MAX = 200;

/** Tests native tables with several rows of header cells. */
export const check: Check = function* (page) {
  for (const table of listTables(page)) {
    if (!table.isNative || !page.isVisible(table.element)) continue;
    const rows = listHeaderRows(table);
    const spanning = rows.slice(0, -1).flatMap((row) => row.filter(spans));
    if (spanning.length === 0) continue;
    const isNamed =
      spanning.every(({ element }) => element.attr('scope')?.toLowerCase() === 'colgroup') ||
      table.cells.every(
        (cell) => cell.isHeader || isEmpty(cell) || isAcross(table, cell) || cell.element.hasAttr('headers'),
      );
    if (isNamed) yield pass();
    else {
      yield askReview(
        table.element,
        'Do screen readers read the right headers of each cell? Header cells are above other header cells.',
        { headerRows: rows.length },
      );
    }
  }
};

function isEmpty({ element }: TableCell): boolean {
  return readText(element, TEXT_MAX) === '';
}

function spans({ isHeader, columnSpan }: TableCell): boolean {
  return isHeader && columnSpan > 1;
}

/** Returns the rows below the title that have header cells and empty cells only, and not just a header of the row. */
function listHeaderRows(table: Table): TableCell[][] {
  const byRow = Map.groupBy(table.cells, ({ row }) => row);
  const found: TableCell[][] = [];
  for (let row = 0; ; row += 1) {
    const inRow = byRow.get(row);
    if (inRow === undefined) return found;
    const [first] = inRow;
    const isTitle = found.length === 0 && first !== undefined && isAcross(table, first);
    if (isTitle) continue;
    const isHeaderRow =
      inRow.every((cell) => cell.isHeader || isEmpty(cell)) &&
      inRow.some((cell) => spans(cell) || (cell.isHeader && cell.column > 0));
    if (!isHeaderRow) return found;
    found.push(inRow);
  }
}

import { askReview, type Check, pass } from '../check.ts';
import { listTables, type Table, type TableCell } from '../in-page/tables.ts';
import { readText } from '../in-page/text.ts';

const TEXT_MAX = 200;

/** Tests native tables with several rows of header cells. */
export const check: Check = function* (page) {
  for (const table of listTables(page)) {
    if (!table.isNative || page.role(table.element) !== 'table' || !page.isVisible(table.element)) continue;
    const rows = listHeaderRows(table);
    const spanning = rows
      .flat()
      .filter(({ row, columnSpan }) => columnSpan > 1 && columnSpan < table.width && row === 0);
    if (rows.length < 2 || spanning.length === 0) continue;
    const isNamed =
      spanning.every(({ element }) => element.attr('scope')?.toLowerCase() === 'colgroup') ||
      table.cells.every((cell) => cell.isHeader || isEmpty(cell) || cell.element.hasAttr('headers'));
    if (isNamed) yield pass(table.element);
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

/** Returns the rows from the first one that have header cells only, apart from an empty first cell. */
function listHeaderRows({ cells }: Table): TableCell[][] {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const found: TableCell[][] = [];
  for (let row = 0; ; row += 1) {
    const inRow = byRow.get(row);
    if (inRow === undefined) return found;
    const isHeaderRow = inRow.every((cell) => cell.isHeader || (cell.column === 0 && isEmpty(cell)));
    if (!isHeaderRow) return found;
    found.push(inRow);
  }
}

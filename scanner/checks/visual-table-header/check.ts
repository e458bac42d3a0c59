import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { isText, listNodesWithin } from '../in-page/nodes.ts';
import { listTables, type Table, type TableCell } from '../in-page/tables.ts';

/** Minimum numbers of rows and columns of a table with headers. */
const ROWS_MIN = 3;
const COLUMNS_MIN = 2;
const BOLD = 600;
/** Part of the other cells that may be bold too. */
const OTHERS_SHARE = 0.2;

/** Tests native tables without any markup of headers, and without tables within them. */
export const check: Check = function* (page) {
  for (const table of listTables(page)) {
    const { element, cells, rows, width } = table;
    if (!table.isNative || rows.length < ROWS_MIN || width < COLUMNS_MIN || !page.isVisible(element))
      continue;
    if (
      cells.some(
        ({ isHeader, element: cell }) => isHeader || cell.hasAttr('scope') || cell.hasAttr('headers'),
      )
    )
      continue;
    const looks = readLooks(table);
    if (looks === null) continue;
    const { isFirstRow, ...columns } = findHeaders(table, looks);
    // Where a table arranges fields, bold labels are beside them.
    const isFirstColumn = columns.isFirstColumn && ![...looks.values()].includes('field');
    if (isFirstRow || isFirstColumn)
      yield fail(
        element,
        `The cells of the first ${isFirstRow ? 'row' : 'column'} look like headers, and are no header cells.`,
        {
          rows: rows.length,
          columns: width,
        },
      );
    else yield pass();
  }
};

type Look = 'empty' | 'bold' | 'normal' | 'field';

/** Elements of a cell that only a table for the layout has, and those of fields. */
const ofLayout: ReadonlySet<string> = new Set(['table', 'h1', 'h2']);
const fields: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

/** Returns the look of each cell; null if a cell shows that the table is one for the layout. */
function readLooks({ cells }: Table): Map<TableCell, Look> | null {
  const looks = new Map<TableCell, Look>();
  for (const cell of cells) {
    let look: Look = 'empty';
    for (const node of listNodesWithin(cell.element)) {
      const { nodeName } = node.props;
      if (ofLayout.has(nodeName)) return null;
      if (fields.has(nodeName)) look = 'field';
      if (look === 'field') break;
      if (!isText(node) || !/\S/.test(node.props.nodeValue ?? '') || look === 'normal') continue;
      const weight = Number((node.parent as PageElement).getComputedStylePropertyValue('font-weight'));
      look = weight >= BOLD ? 'bold' : 'normal';
    }
    looks.set(cell, look);
  }
  return looks;
}

function findHeaders(
  { cells }: Table,
  looks: ReadonlyMap<TableCell, Look>,
): { isFirstRow: boolean; isFirstColumn: boolean } {
  const isHeading = (first: (cell: TableCell) => boolean) => {
    const group = cells.filter(first);
    const others = cells.filter((cell) => !first(cell));
    const isBold = (cell: TableCell) => looks.get(cell) === 'bold';
    // The corner has no heading, and often not what is at the end, such as a button that removes a row.
    const mayBeEmpty = (index: number) => index === 0 || index === group.length - 1;
    const areBold =
      group.every((cell, index) => isBold(cell) || (mayBeEmpty(index) && looks.get(cell) === 'empty')) &&
      group.filter(isBold).length >= Math.min(2, group.length - 1);
    const boldOthers = others.filter((cell) => looks.get(cell) === 'bold').length;
    return group.length > 1 && areBold && boldOthers <= others.length * OTHERS_SHARE;
  };
  return {
    isFirstRow: isHeading(({ row }) => row === 0),
    isFirstColumn: isHeading(({ column }) => column === 0),
  };
}

import { askReview, type Check, pass } from '../check.ts';
import { isElement } from '../in-page/nodes.ts';
import { listTables } from '../in-page/tables.ts';
import { readText } from '../in-page/text.ts';

/** Minimum numbers of rows and columns of a table with a title. */
const ROWS_MIN = 3;
const COLUMNS_MIN = 2;
const TEXT_MAX = 200;

/** Tests the first rows of native tables. */
export const check: Check = function* (page) {
  for (const { element, isNative, rows, cells, width } of listTables(page)) {
    if (
      !isNative ||
      page.role(element) !== 'table' ||
      rows.length < ROWS_MIN ||
      width < COLUMNS_MIN ||
      !page.isVisible(element)
    )
      continue;
    const hasCaption = element.children.filter(isElement).some(({ props }) => props.nodeName === 'caption');
    const [first, second] = cells;
    if (first === undefined || second === undefined) continue;
    const isAcross = first.columnSpan === width && first.rowSpan === 1 && second.row === 1;
    const text = isAcross ? readText(first.element, TEXT_MAX) : '';
    if (
      hasCaption ||
      text === null ||
      text === '' ||
      element.hasAttr('aria-label') ||
      element.hasAttr('aria-labelledby')
    )
      yield pass(element);
    else yield askReview(first.element, 'Is this cell the title of the table?', { text });
  }
};

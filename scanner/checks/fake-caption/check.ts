import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { findAround } from '../in-page/fields.ts';
import { isAcross, listTables } from '../in-page/tables.ts';
import { readText } from '../in-page/text.ts';

/** Minimum numbers of rows and columns of a table with a title. */
const ROWS_MIN = 3;
const COLUMNS_MIN = 2;
const TEXT_MAX = 200;
const figures: ReadonlySet<string> = new Set(['figure']);

/** Tests the first rows of native tables. */
export const check: Check = function* (page) {
  const named = new Set(
    page
      .byTag('caption', 'figcaption')
      .filter(hasText)
      .map(({ parent }) => parent),
  );
  for (const table of listTables(page)) {
    const { element, isNative, rows, cells, width } = table;
    if (!isNative || rows.length < ROWS_MIN || width < COLUMNS_MIN || !page.isVisible(element)) continue;
    const [first, second] = cells;
    if (first === undefined || second === undefined) continue;
    const text = isAcross(table, first) && second.row === 1 ? readText(first.element, TEXT_MAX) : '';
    const figure = findAround(element, figures);
    if (text === null || text === '' || named.has(element) || named.has(figure) || hasName(element)) {
      yield pass();
    } else yield askReview(first.element, 'Is this cell the title of the table?', { text });
  }
};

function hasText(element: PageElement): boolean {
  return readText(element, TEXT_MAX) !== '';
}

function hasName(element: PageElement): boolean {
  return ['aria-label', 'aria-labelledby'].some((name) => /\S/.test(element.attr(name) ?? ''));
}

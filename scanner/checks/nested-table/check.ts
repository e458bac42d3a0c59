import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { listTables } from '../in-page/tables.ts';

/** Tests the native tables of data. */
export const check: Check = function* (page) {
  const tables = listTables(page).filter(
    ({ isNative, cells, element }) =>
      isNative && cells.some(({ isHeader }) => isHeader) && page.isVisible(element),
  );
  const elements = new Set(tables.map(({ element }) => element));
  for (const element of elements) {
    let up = element.parent as PageElement | null;
    // An outer table ends the search, so that nesting costs no more than its depth.
    while (up !== null && up.props.nodeName !== 'table') up = up.parent as PageElement | null;
    if (up !== null && elements.has(up))
      yield askReview(element, 'Can users find their way in this table within a table?');
    else yield pass();
  }
};

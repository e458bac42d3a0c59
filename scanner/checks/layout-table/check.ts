import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isElement } from '../in-page/nodes.ts';
import { readTable, type Table } from '../in-page/tables.ts';

/** Elements that structure a page and not the content of a cell of data. */
const sections: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 header footer main nav section article aside form fieldset'.split(' '),
);

/** Tests native tables. */
export const check: Check = function* (page) {
  const containers = listContainers(page);
  for (const element of page.byTag('table')) {
    const table = readTable(page, element);
    if (table === null || !page.isVisible(element)) continue;
    const role = page.role(element);
    const hasMarkup = hasDataMarkup(table);
    if (role === 'none' || role === 'presentation') {
      if (hasMarkup)
        yield fail(element, 'The table is presentational, and has the markup of a table of data.');
      else yield pass();
    } else if (role === 'table' && page.isExposed(element)) {
      const isLine = table.rows.length === 1 || table.width === 1;
      const hasSections = table.cells.some((cell) => containers.sections.has(cell.element));
      const hasTables = table.cells.some((cell) => containers.tables.has(cell.element));
      if (hasMarkup || !(hasTables || (isLine && hasSections))) yield pass();
      else
        yield fail(
          element,
          hasTables
            ? 'The table contains tables, and has no header cells.'
            : 'The table contains sections of the page.',
          { rows: table.rows.length, columns: table.width },
        );
    }
  }
};

function hasDataMarkup({ element, cells }: Table): boolean {
  const hasCaption = element.children.filter(isElement).some(({ props }) => props.nodeName === 'caption');
  return (
    hasCaption ||
    (element.attr('summary') ?? '').trim() !== '' ||
    cells.some(
      (cell) =>
        (cell.isHeader && !isPresentational(cell.element)) ||
        cell.element.hasAttr('scope') ||
        cell.element.hasAttr('headers'),
    )
  );
}

function isPresentational(element: PageElement): boolean {
  return /^\s*(?:none|presentation)\b/i.test(element.attr('role') ?? '');
}

/** Returns the cells that contain tables, and those that contain sections. */
function listContainers(page: CheckedPage): Record<'tables' | 'sections', ReadonlySet<PageElement>> {
  const containers = { tables: new Set<PageElement>(), sections: new Set<PageElement>() };
  for (const element of page.elements) {
    const { nodeName } = element.props;
    const cells =
      nodeName === 'table' ? containers.tables : sections.has(nodeName) ? containers.sections : null;
    const cell = cells === null ? null : findCell(element);
    if (cell !== null) cells?.add(cell);
  }
  return containers;
}

/** Returns the cell around an element; null if it is far away or does not exist. */
function findCell(element: PageElement): PageElement | null {
  let up = element.parent;
  for (let steps = 0; up !== null && steps < STEPS_MAX; steps += 1) {
    if (up.props.nodeName === 'td') return up as PageElement;
    up = up.parent;
  }
  return null;
}

/** Maximum number of elements between a cell and a section within it. */
const STEPS_MAX = 30;

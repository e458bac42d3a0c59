import { type CheckFixes, formatInBrackets } from './check-measurement.ts';

/** Fixes of the checks of headings, landmarks, lists, tables and languages. */
export const structureFixes: CheckFixes = {
  'caption-faked': () => 'make the first row that serves as a caption a caption element',
  dlitem: () => 'put it directly into a dl element',
  'has-lang': ({ key }) =>
    key === 'noXHTML'
      ? 'set the language of the page in lang: xml:lang has no effect in HTML'
      : 'add a lang attribute to the html element, for example lang="en"',
  'header-present': () => 'add headings to the page',
  'heading-order': () => 'use the heading level that follows the previous one, without skipping a level',
  'html5-scope': () => 'move scope to a th element, or remove it',
  'internal-link-present': () => 'add a skip link that leads to the main content',
  landmark: () => 'put the main content into a main landmark',
  'landmark-is-top-level': (measured) =>
    `move ${formatLandmark(measured.word('role'))} out of the landmark around it`,
  'landmark-is-unique': (measured) =>
    `give each ${measured.word('role') ?? 'such'} landmark an aria-label or aria-labelledby of its own`,
  listitem: ({ key }) =>
    key === 'roleNotValid'
      ? 'remove the role of the list around it, or use role="list"'
      : 'put it directly into a ul or ol element',
  'only-dlitems': (measured) =>
    `put only dt and dd, or a div around them, directly into the dl${formatInBrackets(measured.words('values'), 'now also: ')}`,
  'only-listitems': (measured) =>
    `put only li elements directly into the list${formatInBrackets(measured.words('values'), 'now also: ')}`,
  'p-as-heading': () => 'make the paragraph that looks like a heading a heading element',
  'page-has-heading-one': () => 'add one h1 that says what the page is about',
  'page-has-main': () => 'put the main content into one main element',
  'page-no-duplicate-banner': () => 'keep one banner (page header) on the page',
  'page-no-duplicate-contentinfo': () => 'keep one contentinfo (page footer) on the page',
  'page-no-duplicate-main': () => 'keep one main element on the page',
  region: () => 'move it into a landmark, for example main, nav, header or footer',
  'same-caption-summary': () => 'remove the summary that repeats the caption, or change its text',
  'scope-value': () => 'use scope="col", "row", "colgroup" or "rowgroup"',
  'structured-dlitems': () => 'put at least one dt, followed by a dd, into the dl',
  'td-has-header': () => 'give each data cell a header: a th in its row or column, or headers',
  'td-headers-attr': ({ key }) => {
    switch (key) {
      case 'cell-header-not-in-table':
        return 'use only ids of cells of the same table in the headers attributes of its cells';
      case 'cell-header-not-th':
        return 'use ids of th elements, not of data cells, in the headers attributes of its cells';
      case 'header-refs-self':
        return 'use ids of other cells, not of the cell itself, in the headers attributes of its cells';
      default:
        return 'fill the empty headers attributes of its cells, or remove them';
    }
  },
  'th-has-data-cells': () => 'make it a td if it is not a header of any cell, or check its data cells',
  'valid-lang': (measured) =>
    `correct the language code in ${measured.words('values') ?? 'lang'}${formatInBrackets(measured.assigned('values'), 'now: ')}: use one like en or pt-BR`,
  'xml-lang-mismatch': () => 'give lang and xml:lang the same language',
};

function formatLandmark(role: string | undefined): string {
  return role === undefined ? 'this landmark' : `the ${role} landmark`;
}

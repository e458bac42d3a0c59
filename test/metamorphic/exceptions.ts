import type { Difference } from './judge.ts';

/** A pair of rule and transformation whose verdict truly changes, or that the scanner cannot judge alike. */
export interface Exception {
  rule: string;
  transformation: string;
  reason: string;
}

/** Part of the pairs that may be exceptions. */
export const EXCEPTIONS_SHARE = 0.03;

const wholePage = [
  'below the root of React',
  'below the root of Vue',
  'with delegated listeners of jQuery',
  'with the listeners of Solid',
];
const belowFold = [
  'below the fold of a scroll pane',
  'below the fold of a flex shell',
  'below the fold of a fixed shell',
];
const dialogs = ['in an open dialog', 'in a modal dialog', 'in an element with the role dialog'];

export const exceptions: readonly Exception[] = [
  ...except(
    ['a11y-hover-only', 'a11y-broken-fragment'],
    wholePage,
    'A script that listens for the whole page may do what the element lacks: the check asks once.',
  ),
  ...except(
    ['a11y-focus-covered'],
    [
      ...belowFold,
      'below 3000 pixels',
      'with 200 siblings',
      'behind a frame',
      'in a modal dialog',
      'with a banner for consent',
      'with transform scale(1)',
    ],
    'Elsewhere in the window, with a banner in it, or if fixed elements are placed in another one, others are covered.',
  ),
  ...except(
    ['a11y-keyboard-trap'],
    ['in a modal dialog'],
    'Escape closes the dialog, and thus frees the focus.',
  ),
  ...except(
    ['a11y-fake-heading'],
    ['in a table cell'],
    'A bold line in a cell may be a header of the table.',
  ),
  ...except(['a11y-focus-context-change'], ['in a frame'], 'There only the frame shows another page.'),
  ...except(
    ['a11y-skip-link-target'],
    ['in a frame'],
    'Users skip the navigation of the page, and not that of a frame.',
  ),
  ...except(
    ['a11y-time-limit', 'a11y-timed-redirect'],
    [...dialogs, 'beside a clock'],
    'A dialog, or a text that changes, may warn of the end: the check asks instead.',
  ),
  ...except(
    ['a11y-hover-content'],
    ['in a modal dialog'],
    'What the script of the page appends to the body is behind the dialog.',
  ),
  ...except(
    ['aria-hidden-focus'],
    ['in a modal dialog', 'in an open dialog', 'below the fold of a fixed shell'],
    'While something may be a modal dialog, axe-core asks.',
  ),
  ...except(
    ['a11y-reflow'],
    ['in a table cell'],
    'A cell is as wide as its widest content, so that the outermost box that is too wide is another one.',
  ),
  ...except(['a11y-page-language'], ['with 200 siblings'], 'The siblings are English.'),
  ...except(
    ['a11y-broken-fragment'],
    ['below the fold of a fixed shell'],
    'There axe-core takes the first link for a skip link that is not shown, and tests it by the rule skip-link.',
  ),
  ...except(['skip-link'], ['from right to left'], 'There users can scroll to what is left of the page.'),
];

function except(
  rules: readonly string[],
  transformationNames: readonly string[],
  reason: string,
): Exception[] {
  return rules.flatMap((rule) =>
    transformationNames.map((transformation) => ({ rule, transformation, reason })),
  );
}

/** Transformations that put the content into another document, or below another root. */
const SHADOW = 'in an open shadow root';
const otherRoots: ReadonlySet<string> = new Set(['in a frame', SHADOW]);
/** Scripts that parse markup, which HTML and XHTML do in other ways. */
const PARSES =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|shadowrootmode/;
/** Elements that a document has once: what is found there is about the document and not about its content. */
const OF_DOCUMENT = /^\S+ \S+ <(?:html|head|title|meta|body)\b/;

/** True if a script uses the id of an element as a variable, which works in HTML documents only. */
function usesIdsAsVariables(html: string): boolean {
  const ids = [...html.matchAll(/\bid="([a-z]\w*)"/gi)].flatMap(([, id]) => id ?? []);
  return ids.some((id) => new RegExp(`(?<![\\w.'#])${id}\\.`).test(html));
}

/**
 * Returns what remains of a difference without what the transformation truly changes: findings about the document as a
 * whole, if the content is in another one. Null if nothing remains.
 */
export function withoutExpected(difference: Difference): Difference | null {
  const { page, transformation } = difference;
  // The scripts of these pages look for elements in the document, and find none in a shadow root.
  if (transformation === SHADOW && page.html.includes('<script')) return null;
  if (transformation === 'as XHTML' && (PARSES.test(page.html) || usesIdsAsVariables(page.html))) return null;
  if (exceptions.some((each) => page.rules.includes(each.rule) && each.transformation === transformation))
    return null;
  const keep = (finding: string) => !otherRoots.has(transformation) || !OF_DOCUMENT.test(finding);
  const [lost, gained] = [difference.lost.filter(keep), difference.gained.filter(keep)];
  return lost.length + gained.length === 0 ? null : { ...difference, lost, gained };
}

import type { Difference } from './judge.ts';

/** A pair of rule and transformation whose verdict truly changes, or that the scanner cannot judge alike. */
export interface Exception {
  rule: string;
  transformation: string;
  /** What its findings become: questions of the rule, findings of the rule at other elements, or anything. */
  becomes: 'questions' | 'others' | 'anything';
  /** The end of the name of the only page for which that is so; absent if it can be so for each. */
  page?: string;
  reason: string;
}

/** Part of the pairs that may be exceptions. */
export const EXCEPTIONS_SHARE = 0.03;

const wholePage = ['below the root of React', 'below the root of Vue', 'with the listeners of Solid'];
const JQUERY = 'with delegated listeners of jQuery';
const belowFold = [
  'below the fold of a scroll pane',
  'below the fold of a flex shell',
  'below the fold of a fixed shell',
];
const dialogs = ['in an open dialog', 'in a modal dialog', 'in an element with the role dialog'];

export const exceptions: readonly Exception[] = [
  ...except(
    'questions',
    ['a11y-hover-only'],
    [...wholePage, JQUERY],
    'A script that listens for the whole page may do what the element lacks.',
  ),
  ...except(
    'questions',
    ['a11y-broken-fragment'],
    wholePage,
    'A script that listens for the whole page may do what the element lacks.',
  ),
  ...except(
    'questions',
    ['a11y-time-limit'],
    [...dialogs, 'beside a clock'],
    'A dialog, or a text that changes, may warn of the end.',
  ),
  ...except('questions', ['a11y-timed-redirect'], dialogs, 'A dialog may warn of the end.'),
  ...except(
    'questions',
    ['aria-hidden-focus'],
    ['in a modal dialog', 'in an open dialog', 'below the fold of a fixed shell'],
    'While something may be a modal dialog, axe-core asks.',
  ),
  ...except(
    'others',
    ['a11y-reflow'],
    ['in a table cell'],
    'A cell is as wide as its widest content, so that the outermost box that is too wide is the table.',
  ),
  ...except(
    'anything',
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
    'anything',
    ['a11y-keyboard-trap'],
    ['in a modal dialog'],
    'Escape closes the dialog, and thus frees the focus.',
  ),
  ...except(
    'anything',
    ['a11y-dialog-focus'],
    ['in a modal dialog'],
    'Escape closes the dialog around it, too, and the focus goes to where it was before.',
  ),
  ...except(
    'questions',
    ['a11y-focus-context-change'],
    ['in a frame'],
    'There only the frame shows another page.',
  ),
  ...except(
    'anything',
    ['a11y-skip-link-target'],
    ['in a frame'],
    'Users skip the navigation of the page, and not that of a frame.',
  ),
  ...except(
    'anything',
    ['a11y-orientation-lock'],
    ['in a frame'],
    'The frame has the same height in each window, in which it is always higher than wide.',
  ),
  ...except(
    'anything',
    ['a11y-main-heading'],
    ['in a frame'],
    'The main content of a page is not that of one of its frames.',
  ),
  ...except(
    'anything',
    ['a11y-pixel-contrast'],
    ['in a frame'],
    'Pixels are measured in the top document; in frames, axe-core asks about the same text.',
  ),
  ...except(
    'anything',
    ['a11y-broken-fragment', 'a11y-skip-link-target', 'skip-link'],
    ['in an open shadow root'],
    'Addresses do not lead to what is in a shadow root.',
  ),
  {
    rule: 'a11y-hover-content',
    transformation: 'in a modal dialog',
    becomes: 'anything',
    page: 'accepts a tooltip that can be pointed at, and closed by Escape',
    reason:
      'What the script of the page appends to the body is behind the dialog, so that nothing can point at it.',
  },
  ...except('anything', ['a11y-page-language'], ['with 200 siblings'], 'The siblings are English.'),
  ...except(
    'anything',
    ['a11y-broken-fragment'],
    ['below the fold of a fixed shell'],
    'There axe-core takes the first link for a skip link that is not shown, and tests it by the rule skip-link.',
  ),
  ...except(
    'anything',
    ['skip-link'],
    ['from right to left'],
    'There users can scroll to what is left of the page, and a11y-broken-fragment reports the link.',
  ),
];

function except(
  becomes: Exception['becomes'],
  rules: readonly string[],
  transformationNames: readonly string[],
  reason: string,
): Exception[] {
  return rules.flatMap((rule) =>
    transformationNames.map((transformation) => ({ rule, transformation, becomes, reason })),
  );
}

/** Scripts that parse what is XML only by chance. */
const PARSES = /document\.write|shadowrootmode/;
/** Elements that a document has once: what is found there is about the document and not about its content. */
const OF_DOCUMENT = /^\S+ \S+ <(?:html|head|title|meta|body)\b/;

/**
 * Returns what remains of a difference without what the transformation truly changes: findings about the document as a
 * whole, if the content is in another one. Null if nothing remains.
 */
export function withoutExpected(difference: Difference): Difference | null {
  const { page, transformation } = difference;
  if (transformation === 'as XHTML' && PARSES.test(page.html)) return null;
  const known = exceptions.filter(
    (each) =>
      page.rules.includes(each.rule) &&
      each.transformation === transformation &&
      page.name.endsWith(each.page ?? ''),
  );
  if (known.some((each) => isAsExpected(each, difference))) return null;
  const keep = (finding: string) => transformation !== 'in a frame' || !OF_DOCUMENT.test(finding);
  const [lost, gained] = [difference.lost.filter(keep), difference.gained.filter(keep)];
  return lost.length + gained.length === 0 ? null : { ...difference, lost, gained };
}

/** True if the findings of the rule have become what the exception says. */
function isAsExpected({ rule, becomes }: Exception, { lost, gained, verdict }: Difference): boolean {
  if (becomes === 'anything') return true;
  const all = [...verdict.findings, ...verdict.elsewhere];
  const isOfRule = (finding: string) => finding.startsWith(`${rule} `);
  if (becomes === 'others') return lost.every(isOfRule) && all.some(isOfRule);
  const isQuestion = (finding: string) => finding.startsWith(`${rule} review `);
  return lost.every(isOfRule) && all.some(isQuestion) && gained.every(isQuestion);
}

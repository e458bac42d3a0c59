import type { Difference } from './judge.ts';

/** A pair of rule and transformation whose verdict truly changes, or that the scanner cannot judge alike. */
export interface Exception {
  rule: string;
  transformation: string;
  reason: string;
}

/** Part of the pairs that may be exceptions. */
export const EXCEPTIONS_SHARE = 0.03;

export const exceptions: readonly Exception[] = [
  {
    rule: 'a11y-hover-only',
    transformation: 'with listeners of the document',
    reason: 'A script that listens for the whole page may open the menu: the check asks instead.',
  },
  {
    rule: 'a11y-hover-only',
    transformation: 'below the root of React',
    reason: 'A script that listens for the whole page may open the menu: the check asks instead.',
  },
];

/** Transformations that put the content into another document, or below another root. */
const SHADOW = 'in an open shadow root';
const otherRoots: ReadonlySet<string> = new Set(['in a frame', SHADOW]);
/** Elements that a document has once: what is found there is about the document and not about its content. */
const OF_DOCUMENT = /^\S+ \S+ <(?:html|head|title|meta|body)\b/;

/**
 * Returns what remains of a difference without what the transformation truly changes: findings about the document as a
 * whole, if the content is in another one. Null if nothing remains.
 */
export function withoutExpected(difference: Difference): Difference | null {
  const { page, transformation } = difference;
  // The scripts of these pages look for elements in the document, and find none in a shadow root.
  if (transformation === SHADOW && page.html.includes('<script')) return null;
  if (exceptions.some((each) => page.rules.includes(each.rule) && each.transformation === transformation))
    return null;
  const keep = (finding: string) => !otherRoots.has(transformation) || !OF_DOCUMENT.test(finding);
  const [lost, gained] = [difference.lost.filter(keep), difference.gained.filter(keep)];
  return lost.length + gained.length === 0 ? null : { ...difference, lost, gained };
}

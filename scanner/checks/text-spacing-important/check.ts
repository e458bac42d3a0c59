import type { Dom, DomWorld } from '../../page/in-page/dom.ts';
import { type Check, fail, pass } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';

/** Members of the page's world that the code below uses. */
declare const document: {
  createRange(): {
    selectNodeContents(node: object): void;
    getClientRects(): Iterable<{ top: number; width: number }>;
  };
};

/** The spacings that success criterion 1.4.12 names, as multiples of the font size. */
const spacings = { 'letter-spacing': 0.12, 'word-spacing': 0.16, 'line-height': 1.5 } as const;
type Spacing = keyof typeof spacings;

/** Values that mean the value of the parent, which no declaration of the element itself fixes. */
const inherited = ['inherit', 'unset'];
/** Browsers round computed lengths, so a value just below the required one is as wide as it. */
const ROUNDING = 0.005;

/** Tests text whose style attribute sets its spacing with `!important`. */
export const check: Check = function* (page) {
  for (const element of page.byAttribute('style')) {
    const properties = listImportantSpacings(element);
    if (properties.length === 0 || !page.isVisible(element)) continue;
    for (const property of properties) {
      const measured = measureSpacing(page, element, property);
      if (measured === null) continue;
      const required = spacings[property];
      if (measured >= required - ROUNDING) yield pass();
      else yield fail(element, describe(property, measured), { property, measured, required });
    }
  }
};

function describe(property: Spacing, measured: number): string {
  const required = spacings[property];
  return `The ${property} is ${measured} times the font size, less than ${required}, and users cannot change it.`;
}

/** Returns the spacings that the style attribute of an element sets with `!important` to a value of its own. */
function listImportantSpacings(element: PageElement): Spacing[] {
  const { style } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const declared = style(element.actualNode) as
    | { getPropertyValue(name: string): string; getPropertyPriority(name: string): string }
    | undefined;
  if (declared === undefined) return [];
  return (Object.keys(spacings) as Spacing[]).filter(
    (property) =>
      declared.getPropertyPriority(property) === 'important' &&
      !inherited.includes(declared.getPropertyValue(property)),
  );
}

/**
 * Returns the narrowest spacing of the visible text that the declaration applies to, as a multiple of the font size.
 * Null if there is no such text; for the height of lines, if no text is wrapped.
 */
function measureSpacing(page: CheckedPage, element: PageElement, property: Spacing): number | null {
  let narrowest: number | null = null;
  for (const node of listNodesWithin(element)) {
    if (!isText(node) || !/\S/.test(node.props.nodeValue ?? '')) continue;
    const { parent } = node;
    if (parent === null || !isElement(parent)) continue;
    if (!inheritsFrom(element, parent, property) || !page.isVisible(parent)) continue;
    const pixels =
      property === 'line-height' ? measureLineHeight(node, parent) : readPixels(parent, property);
    if (pixels === null) continue;
    const multiple = pixels / Number.parseFloat(parent.getComputedStylePropertyValue('font-size'));
    if (narrowest === null || multiple < narrowest) narrowest = multiple;
  }
  return narrowest === null ? null : Math.round(narrowest * 1_000) / 1_000;
}

/** True if the text of an element has the spacing of an ancestor: no element between them has another one. */
function inheritsFrom(ancestor: PageElement, element: PageElement, property: Spacing): boolean {
  if (ancestor === element) return true;
  const [own, theirs] = [element, ancestor].map((each) => each.getComputedStylePropertyValue(property));
  const size = (each: PageElement) => Number.parseFloat(each.getComputedStylePropertyValue('font-size'));
  // A line height without unit is inherited as a multiple.
  const isSameMultiple =
    property === 'line-height' &&
    Math.abs(
      Number.parseFloat(own ?? '') / size(element) - Number.parseFloat(theirs ?? '') / size(ancestor),
    ) < ROUNDING;
  return own === theirs || isSameMultiple;
}

/** Returns a computed length in CSS pixels; `normal` means no additional spacing. */
function readPixels(element: PageElement, property: Spacing): number {
  const value = element.getComputedStylePropertyValue(property);
  return value === 'normal' ? 0 : Number.parseFloat(value);
}

/** Returns the smallest distance of two lines of a text in CSS pixels; null if the browser has not wrapped it. */
function measureLineHeight(text: PageNode, parent: PageElement): number | null {
  const range = document.createRange();
  range.selectNodeContents(text.actualNode);
  let lines = 0;
  let last: number | null = null;
  let smallest: number | null = null;
  for (const { top, width } of range.getClientRects()) {
    if (width === 0 || (last !== null && top <= last + 1)) continue;
    if (last !== null && (smallest === null || top - last < smallest)) smallest = top - last;
    last = top;
    lines += 1;
  }
  return lines > countWrittenLines(text, parent) ? smallest : null;
}

/** Returns the number of lines that the text itself has, however wide its element is. */
function countWrittenLines({ props }: PageNode, parent: PageElement): number {
  if (parent.getComputedStylePropertyValue('white-space-collapse') === 'collapse') return 1;
  return (props.nodeValue ?? '').split('\n').filter((line) => line !== '').length;
}

import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { readText } from '../in-page/text.ts';
import { listTextBlocks } from '../in-page/text-blocks.ts';

/** Minimum lengths of text in capitals and in italics. */
const CAPITALS_MIN = 120;
const ITALICS_MIN = 200;
/** Minimum number of words of such a text, so that identifiers are not taken for it. */
const WORDS_MIN = 15;
const UNDERLINED_MAX = 500;
const underlinedTags: ReadonlySet<string> = new Set(
  'a button summary label ins h1 h2 h3 h4 h5 h6'.split(' '),
);

/** Tests blocks of text, and elements that underline text. */
export const check: Check = function* (page) {
  for (const { block, text } of listTextBlocks(page, CAPITALS_MIN)) {
    const style = (property: string) => block.getComputedStylePropertyValue(property);
    const isLong = text.split(' ').length >= WORDS_MIN;
    const isUpper = text === text.toUpperCase() && text !== text.toLowerCase();
    if (isLong && (isUpper || style('text-transform') === 'uppercase')) {
      yield fail(block, 'A long text is in capitals.', { length: text.length });
    } else if (isLong && text.length >= ITALICS_MIN && style('font-style') === 'italic') {
      yield fail(block, 'A long text is in italics.', { length: text.length });
    } else yield pass();
  }
  const styled = page
    .byAttribute('style')
    .filter((element) => /underline/i.test(element.attr('style') ?? ''));
  const within = listElementsWithin(page, (element) => mayBeUnderlined(page, element));
  for (const element of new Set([...page.byTag('u'), ...styled])) {
    if (mayBeUnderlined(page, element) || within.has(element)) continue;
    if (isUnderlinedText(page, element)) yield fail(element, 'Text that is not a link is underlined.');
  }
};

/** True for elements whose text may be underlined, because it is a link, a control or an insertion. */
function mayBeUnderlined(page: CheckedPage, element: PageElement): boolean {
  return (
    underlinedTags.has(element.props.nodeName) ||
    (element.hasAttr('role') && ['link', 'button', 'tab', 'menuitem'].includes(page.role(element) ?? ''))
  );
}

function isUnderlinedText(page: CheckedPage, element: PageElement): boolean {
  if (element.getComputedStylePropertyValue('text-decoration-line') !== 'underline') return false;
  // Wavy and dotted lines stand for mistakes and abbreviations.
  if (element.getComputedStylePropertyValue('text-decoration-style') !== 'solid') return false;
  if (!/\p{L}/u.test(readText(element, UNDERLINED_MAX) ?? '') || !page.isVisible(element)) return false;
  return !element.children.some((child) => child.props.nodeName === 'a');
}

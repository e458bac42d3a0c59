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
/** Words of contracts, which laws want to be written in capitals. */
const LEGAL = /LIABILIT|LIABLE|WARRANT|DAMAGES|INDEMNI|ARBITRATION|HAFTUNG|GEWÄHR|RESPONSAB|GARANT/;
const UNDERLINED_MAX = 500;
const underlinedTags: ReadonlySet<string> = new Set(
  'a button summary label ins h1 h2 h3 h4 h5 h6'.split(' '),
);

/** Elements whose text is often in italics, because others said it. */
const quotationTags: ReadonlySet<string> = new Set('address blockquote cite em q'.split(' '));

/** Tests blocks of text, and elements that underline text. */
export const check: Check = function* (page) {
  const isQuotation = ({ props }: PageElement) => quotationTags.has(props.nodeName);
  const quotations = listElementsWithin(page, isQuotation);
  for (const { block, text } of listTextBlocks(page, CAPITALS_MIN)) {
    const style = (property: string) => block.getComputedStylePropertyValue(property);
    const isLong = text.split(' ').length >= WORDS_MIN;
    const isQuoted = isQuotation(block) || quotations.has(block);
    const isUpper =
      style('text-transform') === 'uppercase' || (text === text.toUpperCase() && !LEGAL.test(text));
    if (isLong && isUpper && hasLetterCase(text)) {
      yield fail(block, 'A long text is in capitals.', { length: text.length });
    } else if (isLong && !isQuoted && text.length >= ITALICS_MIN && style('font-style') === 'italic') {
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

/** Returns whether most letters of a text can be in capitals, unlike Arabic or Hebrew ones. */
function hasLetterCase(text: string): boolean {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  return count(/[\p{Lu}\p{Ll}]/gu) > count(/\p{L}/gu) / 2;
}

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

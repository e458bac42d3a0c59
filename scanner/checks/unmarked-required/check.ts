import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { listTextFields, readInputType, readVisibleText } from '../in-page/fields.ts';
import { isText } from '../in-page/nodes.ts';

/** Elements whose text is no explanation. */
const others: ReadonlySet<string> = new Set(
  'label th code pre script style noscript template textarea option button'.split(' '),
);
const STAR = /^\(?\*|\*\)?[\s:]{0,5}$/;
/** An asterisk or its name, and words that say what it means, in some languages. */
const NAMED_STAR = /[*＊]|asteris[kc]|sternchen|astérisque/i;
const REQUIRED =
  /required|mandatory|must|obligator|compulsory|pflicht|erforderlich|ausgefüllt werden|obligatoire|requis|requerid|richiest|verplicht|wymagan|必須|必填|필수/i;
/** Elements in a line around an asterisk, and the maximum length of an explanation. */
const LEVELS_MAX = 3;
const TEXT_MAX = 400;
const choices: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file']);

/** Tests the fields with an asterisk in their name. */
export const check: Check = function* (page) {
  const fields = [
    ...listTextFields(page),
    ...page.byTag('select').filter((field) => page.isVisible(field)),
    // Styles often draw these themselves, over a field that nobody sees.
    ...page.byTag('input').filter((field) => choices.has(readInputType(field)) && page.isExposed(field)),
  ];
  const starred = fields.filter((field) => STAR.test(page.name(field)));
  if (starred.length === 0) return;
  const isExplained = hasExplanation(page);
  for (const field of starred) {
    if (isExplained || field.hasAttr('required') || field.attr('aria-required') === 'true') yield pass();
    else {
      yield askReview(field, 'The label has an asterisk. Do users learn what it means?', {
        name: page.name(field),
      });
    }
  }
};

/** True if a text that everybody gets says what an asterisk means. */
function hasExplanation(page: CheckedPage): boolean {
  const isOther = ({ props }: PageElement) => others.has(props.nodeName);
  const within = listElementsWithin(page, isOther);
  const read = new Set<PageElement>();
  for (const element of page.allElements) {
    if (isOther(element) || within.has(element)) continue;
    const isStar = element.children.some(
      (child) => isText(child) && NAMED_STAR.test(child.props.nodeValue ?? ''),
    );
    if (!isStar || !page.isVisible(element) || !page.isExposed(element)) continue;
    let block = element;
    for (let level = 0; level < LEVELS_MAX && block.parent !== null && isInline(block); level += 1)
      block = block.parent as PageElement;
    if (read.has(block)) continue;
    read.add(block);
    const text = readVisibleText(page, block);
    if (text.length <= TEXT_MAX && REQUIRED.test(text)) return true;
  }
  return false;
}

function isInline(element: PageElement): boolean {
  return element.getComputedStylePropertyValue('display').startsWith('inline');
}

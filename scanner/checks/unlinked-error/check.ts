import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { findAround, LEVELS_MAX, readIds, readVisibleText } from '../in-page/fields.ts';

const QUESTION = 'Is this a message about an error of a field, and does the text name the field?';
/** Minimum length of a message. */
const MESSAGE_MIN = 8;
const EXCERPT = 120;
/** An id or a class of such a message, as a whole or as its last part. Alerts are about all fields. */
const ERROR = /(?:^|[-_])(?:errors?|error-?_?(?:message|msg|text)|invalid-feedback)$/i;
const messageTags = ['div', 'p', 'span', 'strong', 'em', 'small', 'label', 'ul', 'li', 'td'];
const owners: ReadonlySet<string> = new Set(['form']);

/** Tests messages within HTML forms. */
export const check: Check = function* (page) {
  const referenced = new Set(
    ['aria-describedby', 'aria-errormessage', 'aria-labelledby'].flatMap((name) =>
      page.byAttribute(name).flatMap((element) => readIds(element, name)),
    ),
  );
  const fields = page.byTag('input', 'select', 'textarea');
  if (fields.length === 0) return;
  const messages = new Set<PageElement>();
  for (const element of page.byTag(...messageTags)) {
    if (!isErrorElement(element) || findAround(element, owners) === null) continue;
    if (isWithin(element, (around) => messages.has(around)) || !page.isVisible(element)) continue;
    const text = readVisibleText(page, element);
    if (text.length < MESSAGE_MIN || containsReference(element, referenced)) continue;
    messages.add(element);
    if (isWithin(element, (around) => referenced.has(around.attr('id') ?? ''))) yield pass();
    else yield askReview(element, QUESTION, { text: text.slice(0, EXCERPT) });
  }
};

function isErrorElement(element: PageElement): boolean {
  const tokens = [element.attr('id') ?? '', ...(element.attr('class') ?? '').split(/\s+/)];
  return tokens.some((token) => ERROR.test(token) && !/alert|notice|toast|banner/i.test(token));
}

/** True for an element, or one of the elements around it. */
function isWithin(element: PageElement, has: (around: PageElement) => boolean): boolean {
  let up: PageElement | null = element;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    if (has(up)) return true;
    up = up.parent as PageElement | null;
  }
  return false;
}

/** True if a child of the element is referenced: the element is then only what surrounds the message. */
function containsReference(element: PageElement, referenced: ReadonlySet<string>): boolean {
  return element.children.some(
    (child) => child.props.nodeType === 1 && referenced.has((child as PageElement).attr('id') ?? ''),
  );
}

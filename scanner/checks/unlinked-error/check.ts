import { askOnce, askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { findAround, LEVELS_MAX, readIds, readInputType, readVisibleText } from '../in-page/fields.ts';
import { toWords } from '../in-page/words/languages.ts';

const QUESTION = 'Is this a message about an error of a field, and does the text name the field?';
const QUESTION_ONCE = 'Does a text name the field that is wrong, and say what is wrong with it?';
/** Minimum length of a message. */
const MESSAGE_MIN = 8;
const EXCERPT = 120;
/** An id or a class of such a message, as a whole or as its last part. Alerts are about all fields. */
const ERROR = /(?:^|[-_])(?:errors?|error-?_?(?:message|msg|text)|invalid-feedback)$/i;
const messageTags = ['div', 'p', 'span', 'strong', 'em', 'small', 'label', 'ul', 'li', 'td'];
/** Minimum length of a word of a label that names the field. */
const WORD_MIN = 3;
/** Words of labels and messages that name no field, in some languages. */
const common: ReadonlySet<string> = new Set(
  (
    'and are choose enter field for not please required select the this valid you your ' +
    'bitte das der die eingeben feld ihr ihre und des les veuillez votre por una'
  ).split(' '),
);
const sending: ReadonlySet<string> = new Set(['hidden', 'submit', 'button', 'image', 'reset']);
const owners: ReadonlySet<string> = new Set(['form']);

/** Tests messages within HTML forms, and asks once about others that may be messages, or that may be missing. */
export const check: Check = function* (page) {
  const referenced = new Set(
    ['aria-describedby', 'aria-errormessage', 'aria-labelledby'].flatMap((name) =>
      page.byAttribute(name).flatMap((element) => readIds(element, name)),
    ),
  );
  const fields = page.byTag('input', 'select', 'textarea');
  if (fields.length === 0) return;
  const messages = new Set<PageElement>();
  const unsure: PageElement[] = [];
  const fieldsByOwner = Map.groupBy(fields, (field) => findAround(field, owners));
  const wordsByOwner = new Map<PageElement, ReadonlySet<string>>();
  for (const element of page.byTag(...messageTags)) {
    const isError = isErrorElement(element);
    const owner = isError || isAlert(element) ? findAround(element, owners) : null;
    if (owner === null) continue;
    if (isWithin(element, (around) => messages.has(around)) || !page.isVisible(element)) continue;
    const text = readVisibleText(page, element);
    if (text.length < MESSAGE_MIN || containsReference(element, referenced)) continue;
    messages.add(element);
    const words = wordsByOwner.get(owner) ?? listLabelWords(page, fieldsByOwner.get(owner) ?? []);
    wordsByOwner.set(owner, words);
    const namesField = toWords(text).some((word) => words.has(word));
    if (namesField || isWithin(element, (around) => referenced.has(around.attr('id') ?? ''))) yield pass();
    else if (isError) yield askReview(element, QUESTION, { text: text.slice(0, EXCERPT) });
    else unsure.push(element);
  }
  // A message that names no field may still be that of the only invalid one.
  const invalid = page.byAttribute('aria-invalid').filter((field) => isUnexplained(page, field));
  if (messages.size === 0) unsure.push(...invalid);
  yield* askOnce(
    unsure.map((element) => ({ element })),
    QUESTION_ONCE,
  );
};

/** True for an area whose new texts are read at once, such as a message. */
function isAlert(element: PageElement): boolean {
  return element.attr('role') === 'alert' || element.attr('aria-live') === 'assertive';
}

/** True for a visible field that is said to be wrong, and names no text that says why. */
function isUnexplained(page: CheckedPage, field: PageElement): boolean {
  const isExplained = ['aria-describedby', 'aria-errormessage'].some(
    (name) => readIds(field, name).length > 0,
  );
  return field.attr('aria-invalid') === 'true' && !isExplained && page.isVisible(field);
}

/** Returns the words that only one of the fields of an HTML form has in its name. */
function listLabelWords(page: CheckedPage, fields: readonly PageElement[]): ReadonlySet<string> {
  const named = fields.filter((field) => !sending.has(readInputType(field)));
  const words = named.flatMap((field) => [...new Set(toWords(page.name(field)))]);
  const counts = Map.groupBy(words, (word) => word);
  const isOwn = (word: string) => counts.get(word)?.length === 1 && !common.has(word);
  return new Set(words.filter((word) => word.length >= WORD_MIN && isOwn(word)));
}

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

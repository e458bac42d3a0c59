import { askOnce, askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import {
  containsField,
  findAround,
  indexIds,
  LEVELS_MAX,
  listNodesAfter,
  listNodesBefore,
  readIds,
  readInputType,
  readVisibleText,
} from '../in-page/fields.ts';
import { isElement } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';
import { toPhrase, toWords } from '../in-page/words/languages.ts';
import { ERROR_TEXT, emptyErrors } from './words.ts';

const QUESTION = 'Is this a message about an error of a field, and does the text name the field?';
const QUESTION_HIDDEN = 'Is this a message about an error that assistive technology does not get?';
const QUESTION_CAUSE = 'Does this message say what is wrong with the field, or how to correct it?';
const QUESTION_ONCE = 'Does a text name the field that is wrong, and say what is wrong with it?';
/** Minimum length of a message. */
const MESSAGE_MIN = 8;
/** Maximum length of a text that is a message only by its words. */
const SENTENCE_MAX = 300;
const EXCERPT = 120;
/** An id or a class of such a message, as a whole or as its last part. Alerts are about all fields. */
const ERROR =
  /(?:^|[-_])(?:errors?|error-?_?(?:message|msg|text)|err-?_?msg|invalid-?_?(?:feedback|message)|validation-?_?(?:message|error)s?)$/i;
const messageTags = ['div', 'p', 'span', 'strong', 'em', 'small', 'label', 'ul', 'li', 'td', 'b', 'dd'];
/** Minimum length of a word of a label that names the field. */
const WORD_MIN = 3;
/** Words of labels and messages that name no field, in some languages. */
const common: ReadonlySet<string> = new Set(
  (
    'and are choose enter field fields for not please required select the this valid you your ' +
    'bitte das der die eingeben feld ihr ihre und des les veuillez votre por una'
  ).split(' '),
);
const sending: ReadonlySet<string> = new Set(['hidden', 'submit', 'button', 'image', 'reset']);
const fieldsets: ReadonlySet<string> = new Set(['fieldset']);
const owners: ReadonlySet<string> = new Set(['form']);
/** Roles of the fields that can be wrong. */
const fieldRoles: ReadonlySet<string> = new Set(
  'checkbox combobox listbox radiogroup searchbox slider spinbutton switch textbox'.split(' '),
);
/** Elements around a message without an HTML form within which its field is. */
const NEAR_LEVELS = 2;

/** Tests messages beside fields, and asks once about others that may be messages, or that may be missing. */
export const check: Check = function* (page) {
  const byRole = page
    .byAttribute('role')
    .filter((element) => fieldRoles.has(element.attr('role') ?? '') && !isNative(element));
  const fields = [...page.byTag('input', 'select', 'textarea'), ...byRole];
  if (fields.length === 0) return;
  const referenced = new Set(
    ['aria-describedby', 'aria-errormessage', 'aria-labelledby'].flatMap((name) =>
      page.byAttribute(name).flatMap((element) => readIds(element, name)),
    ),
  );
  const messages = new Set<PageElement>();
  const unsure: PageElement[] = [];
  const fieldsByOwner = Map.groupBy(fields, (field) => findAround(field, owners));
  const wordsByOwner = new Map<PageElement | null, ReadonlySet<string>>();
  const isReferenced = (element: PageElement) =>
    isWithin(element, (around) => referenced.has(around.attr('id') ?? ''));
  for (const element of page.byTag(...messageTags)) {
    const isError = isErrorElement(element);
    const hasOwnSentence = !isError && !isAlert(element) && isSentence(element);
    if (!isError && !hasOwnSentence && !isAlert(element)) continue;
    const owner = findAround(element, owners);
    if (owner === null && !isNearField(page, element)) continue;
    if (isWithin(element, (around) => messages.has(around)) || !page.isVisible(element)) continue;
    const text = readVisibleText(page, element);
    if (containsReference(element, referenced)) continue;
    const saysNothing = isError && emptyErrors.has(toPhrase(text));
    if (text.length < MESSAGE_MIN && !saysNothing) continue;
    messages.add(element);
    const data = { text: text.slice(0, EXCERPT) };
    if (isError && !page.isExposed(element)) {
      yield askReview(element, QUESTION_HIDDEN, data);
      continue;
    }
    if (saysNothing) {
      yield askReview(element, QUESTION_CAUSE, data);
      continue;
    }
    const words = wordsByOwner.get(owner) ?? listLabelWords(page, fieldsByOwner.get(owner) ?? []);
    wordsByOwner.set(owner, words);
    const namesField = toWords(text).some((word) => words.has(word));
    if (namesField || isReferenced(element)) yield pass();
    else if (isError) yield askReview(element, QUESTION, data);
    else unsure.push(element);
  }
  // A message that names no field may still be that of the only invalid one.
  const invalid = page.byAttribute('aria-invalid').filter((field) => isUnexplained(page, field));
  if (messages.size === 0) unsure.push(...invalid);
  unsure.push(...listDescribedByHidden(page));
  yield* askOnce(
    unsure.map((element) => ({ element })),
    QUESTION_ONCE,
  );
};

function isNative({ props }: PageElement): boolean {
  return ['input', 'select', 'textarea'].includes(props.nodeName);
}

/** True for an element that has itself a text with words of messages. */
function isSentence(element: PageElement): boolean {
  if (element.props.nodeName === 'label' || !ERROR_TEXT.test(readOwnText(element))) return false;
  return !containsField(element);
}

function readOwnText(element: PageElement): string {
  const own = element.children.filter(({ props }) => props.nodeType === 3);
  const text = own.map(({ props }) => props.nodeValue ?? '').join(' ');
  return text.length > SENTENCE_MAX ? '' : text;
}

/** True if a field without an HTML form is near an element. */
function isNearField(page: CheckedPage, element: PageElement): boolean {
  let at = element;
  for (let level = 0; level < NEAR_LEVELS; level += 1) {
    const beside = [...listNodesBefore(page, at), ...listNodesAfter(page, at)].filter(isElement);
    if (beside.some(containsFieldOf)) return true;
    const up = at.parent as PageElement | null;
    if (up === null || ['body', 'main'].includes(up.props.nodeName)) return false;
    if (page.find(up.actualNode) === undefined) return false;
    at = up;
  }
  return false;
}

function containsFieldOf(element: PageElement): boolean {
  return (
    isNative(element) ||
    (['label', 'p', 'div', 'span'].includes(element.props.nodeName) && containsField(element))
  );
}

/**
 * Yields the controls that a hidden message about an error describes, and the fields that are said to be wrong and name
 * a hidden message: users who see the page do not get it.
 */
function* listDescribedByHidden(page: CheckedPage): Generator<PageElement> {
  let ids: ReadonlyMap<string, PageElement> | undefined;
  for (const name of ['aria-describedby', 'aria-errormessage']) {
    for (const control of page.byAttribute(name)) {
      if (name === 'aria-errormessage' && control.attr('aria-invalid') !== 'true') continue;
      ids ??= indexIds(page);
      const texts = readIds(control, name).flatMap((id) => ids?.get(id) ?? []);
      const isHidden = (text: PageElement) => {
        if (page.isVisible(text) || (readText(text, SENTENCE_MAX) ?? '').length < MESSAGE_MIN) return false;
        return isErrorElement(text) || control.attr('aria-invalid') === 'true';
      };
      if (texts.some(isHidden) && !texts.some((text) => page.isVisible(text)) && page.isVisible(control))
        yield control;
    }
  }
}

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
  // The name of a group names its fields too.
  const groups = new Set(
    named.map((field) => findAround(field, fieldsets)).filter((group) => group !== null),
  );
  for (const group of groups) words.push(...new Set(toWords(page.name(group))));
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

import { askOnce, type Check, fail, pass } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import {
  findAround,
  indexIds,
  LEVELS_MAX,
  listTextFields,
  readIds,
  readInputType,
  readVisibleText,
} from '../in-page/fields.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';
import { chooseByLanguage, toPhrase } from '../in-page/words/languages.ts';
import { purposeWords } from '../in-page/words/purposes.ts';
import { genericChoices, genericLabels, notOfDates } from './words.ts';

const QUESTION = 'Do users know by this label what to enter?';
const QUESTION_SAME = 'Do users see what distinguishes the fields that have this label?';
const dateTypes: ReadonlySet<string> = new Set(['date', 'time', 'month', 'week', 'datetime-local']);
const groups: ReadonlySet<string> = new Set(['fieldset', 'tr', 'details']);
const choiceTypes: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'color', 'file']);
const choiceRoles: ReadonlySet<string> = new Set([
  ...['checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch'],
]);
const fieldRoles: ReadonlySet<string> = new Set([
  ...['combobox', 'listbox', 'searchbox', 'slider', 'spinbutton', 'textbox'],
]);
/** Elements within which labels are compared, because each is about something else. */
const parts: ReadonlySet<string> = new Set(['form', 'tr', 'li', 'dialog', 'details', 'body']);
/** Elements whose text is that of a control, or none that users see. */
const unread: ReadonlySet<string> = new Set(
  'button label option select textarea script style template noscript title'.split(' '),
);
/** Types of fields that do not suit a purpose, by the value of autocomplete. */
const otherTypes: Readonly<Record<string, readonly string[]>> = {
  email: [...dateTypes, 'tel', 'number', 'password'],
  tel: [...dateTypes, 'email', 'url', 'password'],
  'given-name': [...dateTypes, 'email', 'tel', 'number', 'url', 'password'],
  'family-name': [...dateTypes, 'email', 'tel', 'number', 'url', 'password'],
  name: [...dateTypes, 'email', 'tel', 'number', 'url', 'password'],
  'street-address': [...dateTypes, 'email', 'tel', 'number', 'url', 'password'],
  'postal-code': [...dateTypes, 'email', 'url', 'password'],
  bday: ['email', 'tel', 'url', 'password'],
};

/** Tests the names and visible labels of fields, lists and choices, and asks once about each text. */
export const check: Check = function* (page) {
  const phrases = chooseByLanguage(page, genericLabels);
  if (phrases === undefined) return;
  const [generic, choices] = [new Set(phrases), new Set(genericChoices)];
  const fields = listFields(page);
  const labels = mapLabels(page);
  const distinct: PageElement[] = [];
  const unsure: { text: string; element: PageElement; data: { name: string } }[] = [];
  for (const field of fields) {
    const name = page.name(field);
    // Users who see the page read the label, whatever the name is.
    const label = labels.get(field) ?? name;
    const isChoice = choiceRoles.has(page.role(field) ?? '');
    const saysNothing = [name, label].some((text) => (isChoice ? choices : generic).has(toPhrase(text)));
    if (notOfDates.has(toPhrase(name)) && isUnexplainedDate(field))
      yield fail(field, 'The label does not say which date or time to enter.', { name });
    else if (saysNothing || isOfOtherType(field, toPhrase(label))) {
      unsure.push({ text: `${toPhrase(name)} ${toPhrase(label)}`, element: field, data: { name } });
    } else if (name !== '') {
      distinct.push(field);
      yield pass();
    }
  }
  for (const same of Map.groupBy(unsure, ({ text }) => text).values()) yield* askOnce(same, QUESTION);
  yield* askOnce(listIndistinct(page, distinct), QUESTION_SAME);
};

/** Returns the visible fields of all kinds. */
function listFields(page: CheckedPage): PageElement[] {
  const inputs = page.byTag('input').filter((input) => choiceTypes.has(readInputType(input)));
  const byRole = page.byAttribute('role').filter((element) => {
    const role = page.role(element) ?? '';
    return fieldRoles.has(role) || choiceRoles.has(role);
  });
  const others = [...page.byTag('select'), ...inputs, ...byRole].filter((field) => page.isVisible(field));
  return [...new Set([...listTextFields(page), ...others])];
}

/** Returns the visible texts of the first label elements of fields. */
function mapLabels(page: CheckedPage): ReadonlyMap<PageElement, string> {
  const found = new Map<PageElement, string>();
  const labels = page.byTag('label');
  if (labels.length === 0) return found;
  const ids = indexIds(page);
  for (const label of labels) {
    const id = label.attr('for');
    const field = id === null ? findField(label) : ids.get(id);
    const text = field === undefined || found.has(field) ? '' : readVisibleText(page, label);
    if (field !== undefined && text !== '') found.set(field, text);
  }
  return found;
}

function findField(label: PageElement): PageElement | undefined {
  for (const node of listNodesWithin(label)) {
    if (isElement(node) && ['input', 'select', 'textarea'].includes(node.props.nodeName)) return node;
  }
  return undefined;
}

/** True if the type of a field is for something else than its label. */
function isOfOtherType(field: PageElement, phrase: string): boolean {
  if (field.props.nodeName !== 'input' || phrase === '') return false;
  const type = readInputType(field);
  return Object.entries(otherTypes).some(
    ([purpose, types]) =>
      types.includes(type) && purposeWords[purpose]?.some((words) => toPhrase(words) === phrase) === true,
  );
}

/** Returns the first field of those that have the same name, and between which users see no other text. */
function listIndistinct(
  page: CheckedPage,
  fields: readonly PageElement[],
): { element: PageElement; data: { name: string } }[] {
  const byPart = Map.groupBy(
    // Choices such as "Yes" belong to a question.
    fields.filter((field) => !choiceRoles.has(page.role(field) ?? '')),
    (field) => findAround(field, parts),
  );
  const same = new Map<PageElement, object[]>();
  for (const ofPart of byPart.values()) {
    for (const ofName of Map.groupBy(ofPart, (field) => toPhrase(page.name(field))).values()) {
      if (ofName.length > 1) for (const field of ofName) same.set(field, ofName);
    }
  }
  if (same.size === 0) return [];
  const isRead = createTextTest(page);
  // A list that a field opens has the name of the field.
  const opened = new Set(
    ['aria-controls', 'aria-owns'].flatMap((name) =>
      page.byAttribute(name).flatMap((element) => readIds(element, name)),
    ),
  );
  const found: { element: PageElement; data: { name: string } }[] = [];
  const texts = new Map<object[], number>();
  let count = 0;
  for (const node of listNodesWithin(page.root)) {
    if (isText(node) && isRead(node)) count += 1;
    const ofName = isElement(node) ? same.get(node) : undefined;
    if (ofName === undefined || !isElement(node) || opened.has(node.attr('id') ?? '')) continue;
    if (texts.get(ofName) === count) found.push({ element: node, data: { name: page.name(node) } });
    texts.set(ofName, count);
  }
  return found;
}

/** Returns a function that is true for a text that users see and that is no part of a label or control. */
function createTextTest(page: CheckedPage): (text: PageNode) => boolean {
  const labels = new Set(
    page.byAttribute('aria-labelledby').flatMap((element) => readIds(element, 'aria-labelledby')),
  );
  return (text) => {
    const parent = text.parent as PageElement | null;
    if (parent === null || !/\p{L}{2}/u.test(text.props.nodeValue ?? '')) return false;
    for (let level = 0, up: PageElement | null = parent; up !== null && level < LEVELS_MAX; level += 1) {
      if (unread.has(up.props.nodeName) || labels.has(up.attr('id') ?? '')) return false;
      up = up.parent as PageElement | null;
    }
    return page.isVisible(parent);
  };
}

/**
 * True for a field for a date or time whose label is a text of the page, and that neither a description nor a group
 * says more about. A name that is an attribute is no label, and what is beside the field may say more.
 */
function isUnexplainedDate(field: PageElement): boolean {
  return (
    field.props.nodeName === 'input' &&
    dateTypes.has(readInputType(field)) &&
    !['aria-label', 'title', 'aria-describedby', 'aria-description'].some((attribute) =>
      field.hasAttr(attribute),
    ) &&
    findAround(field, groups) === null &&
    !isInGroup(field)
  );
}

function isInGroup(field: PageElement): boolean {
  let up = field.parent as PageElement | null;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    if (['group', 'radiogroup', 'row'].includes(up.attr('role') ?? '')) return true;
    up = up.parent as PageElement | null;
  }
  return false;
}

import type { ListenerFact } from '../../page/in-page/listeners.ts';
import { askOnce, askReview, type Check, type CheckResult, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { isElement } from '../in-page/nodes.ts';
import { isEmptyListener, isFrameworkRoot, type Operation, readOperations } from '../in-page/operation.ts';
import { matchAll, readStyleRules, splitSelector, stripStates } from '../in-page/style-rules.ts';
import { readText } from '../in-page/text.ts';

const mouseEvents: ReadonlySet<string> = new Set([
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
]);
/** Events of the focus: an element that listens to them may open or activate something without a key. */
const focusEvents: ReadonlySet<string> = new Set(['focus', 'focusin']);
/** Elements on which a click is a shortcut for controls that are elsewhere, or which have controls of their own. */
const surfaces: ReadonlySet<string> = new Set([
  'html',
  'body',
  'canvas',
  'video',
  'audio',
  'iframe',
  'object',
  'embed',
  'svg',
  'dialog',
  'form',
  'main',
]);
/** Roles of elements that get the focus or the selection from a composite widget. */
const items: ReadonlySet<string> = new Set(
  (
    'option treeitem menuitem menuitemcheckbox menuitemradio tab gridcell row columnheader rowheader radio ' +
    'dialog alertdialog presentation none application slider scrollbar separator'
  ).split(' '),
);
/** Maximum number of elements that belong together if they are children of one element. */
const GROUP_MAX = 3;
/** Maximum number of rules with the cursor of a link that are looked for. */
const SELECTORS_MAX = 100;
const QUESTION = 'Can users do with the keyboard what a click on this element does?';
/** Maximum length of the text of an element that counts as one control. */
const CONTROL_TEXT_MAX = 100;

/**
 * Tests elements that listen to clicks themselves, and asks once about those that look as if they did while a script
 * listens to clicks around them.
 */
export const check: Check = function* (page) {
  const clickable = page.elements.filter((element) => page.listeners(element).some(isClickListener));
  const known = new Set(clickable);
  const hearsAll = page.documentListeners().some(isClickListener);
  if (clickable.length === 0 && !hearsAll) return;
  const operations = readOperations(page);
  let names: ReadonlySet<string> | undefined;
  let pointers: ReadonlySet<object> | undefined;
  const unsure: { element: PageElement }[] = [];
  for (const element of clickable) {
    const operation = operations.get(element);
    if (operation === undefined || surfaces.has(element.props.nodeName)) continue;
    if (isNative(page, element) || !page.isVisible(element)) continue;
    if (page.isInTabOrder(element)) yield testKeys(page, element, operation);
    else if (!operation.isWithinControl && !operation.containsControl && page.isExposed(element)) {
      names ??= listControlNames(page);
      pointers ??= listHoverPointers();
      const result = testReach(page, element, operation, { names, pointers });
      if (result === 'unsure') unsure.push({ element });
      else if (result !== null) yield result;
    }
  }
  const heard = hearsAll
    ? page.elements
    : listElementsWithin(page, (element) => known.has(element) && !isNative(page, element));
  names ??= listControlNames(page);
  for (const element of heard) {
    if (!known.has(element) && looksClickable(page, element, operations.get(element), names))
      unsure.push({ element });
  }
  yield* askOnce(unsure, QUESTION);
};

/** True for an element with a text of its own that only the cursor or the role shows to be a control. */
function looksClickable(
  page: CheckedPage,
  element: PageElement,
  operation: Operation | undefined,
  names: ReadonlySet<string>,
): boolean {
  if (operation === undefined || operation.isWithinControl || operation.containsControl) return false;
  if (surfaces.has(element.props.nodeName) || element.hasAttr('tabindex') || isNative(page, element))
    return false;
  const role = page.role(element);
  if (items.has(role ?? '')) return false;
  const hasPointer = (each: PageElement) => each.getComputedStylePropertyValue('cursor') === 'pointer';
  const parent = element.parent as PageElement | null;
  // The cursor is inherited: the outermost element with it is the control.
  const isPointer = hasPointer(element) && (parent === null || !hasPointer(parent));
  if (!isPointer && role !== 'button' && role !== 'link') return false;
  const name = normalize(readText(element, CONTROL_TEXT_MAX) ?? '');
  return name !== '' && !names.has(name) && page.isVisible(element) && page.isExposed(element);
}

/** Tests an element that the Tab key reaches: without any listener of keys, no key activates it. */
function testKeys(page: CheckedPage, element: PageElement, operation: Operation): CheckResult {
  const hasFocusListener = page.listeners(element).some(({ type }) => focusEvents.has(type));
  if (operation.hasKeysNear || operation.hasKeysAnywhere || hasFocusListener || operation.containsControl) {
    return pass();
  }
  return fail(
    element,
    'The element reacts to a click, and the page listens to no key that could activate it.',
    {
      events: listEvents(page, element),
    },
  );
}

/**
 * Tests an element that the keyboard cannot reach. Unsure if nothing shows that it is a control, null if its click may
 * be a shortcut that nobody needs.
 */
function testReach(
  page: CheckedPage,
  element: PageElement,
  operation: Operation,
  { names, pointers }: { names: ReadonlySet<string>; pointers: ReadonlySet<object> },
): CheckResult | 'unsure' | null {
  const role = page.role(element);
  const text = readText(element, CONTROL_TEXT_MAX);
  const name = text ?? '';
  if (text === null || items.has(role ?? '')) return null;
  if (names.has(normalize(name))) return pass();
  // A script may move the focus to it with other keys.
  if (element.hasAttr('tabindex')) return 'unsure';
  const isPointer =
    element.getComputedStylePropertyValue('cursor') === 'pointer' || pointers.has(element.actualNode);
  const isControlRole = role === 'button' || role === 'link';
  if (!isPointer && !isControlRole && !isNavigation(page, element))
    return name === '' || isFrameworkRoot(page, element) ? null : 'unsure';
  const data = { events: listEvents(page, element), text: name, role };
  const isCertain =
    (name !== '' || isControlRole) && !operation.hasKeysNear && !hasControlBeside(page, element);
  return isCertain
    ? fail(element, 'The element reacts to a click, but the keyboard cannot reach it.', data)
    : askReview(element, QUESTION, data);
}

/** Returns the elements that get the cursor of a link only while the pointer is there. */
function listHoverPointers(): ReadonlySet<object> {
  const found = new Set<object>();
  const selectors = readStyleRules()
    .rules.filter(
      ({ selector, style }) => selector.includes(':hover') && style.getPropertyValue('cursor') === 'pointer',
    )
    .slice(0, SELECTORS_MAX);
  for (const { selector, root } of selectors)
    for (const part of splitSelector(selector))
      if (part.includes(':hover')) for (const node of matchAll(stripStates(part), root)) found.add(node);
  return found;
}

/** True for a listener that does something: not one that only stops the event, or an empty one. */
function isClickListener(listener: ListenerFact): boolean {
  const { type, source } = listener;
  if (!mouseEvents.has(type)) return false;
  // React sets an empty listener on elements that have a listener in its own list.
  return (
    !isEmptyListener(listener) ||
    (type === 'click' && /^function [\w$]+\(\)\s*\{\s*\}$/.test(source) && !source.includes('onclick'))
  );
}

/** True if the listener in an attribute goes to another page: an emulated link. */
function isNavigation(page: CheckedPage, element: PageElement): boolean {
  return (
    element.hasAttr('onclick') &&
    page
      .listeners(element)
      .some(({ type, source }) => type === 'click' && /\blocation\b|window\.open\(|\.submit\(/.test(source))
  );
}

/** True for elements whose keyboard operation is part of the browser, or which label a control. */
function isNative(page: CheckedPage, element: PageElement): boolean {
  const { nodeName } = element.props;
  if (nodeName === 'a' || nodeName === 'area') return element.hasAttr('href');
  return (
    ['button', 'input', 'select', 'textarea', 'summary', 'label', 'option', 'details'].includes(nodeName) ||
    page.role(element) === 'textbox' ||
    element.attr('aria-disabled') === 'true'
  );
}

/** True if the parent contains only the element and a few others, and one of them is a control: it may do the same. */
function hasControlBeside(page: CheckedPage, element: PageElement): boolean {
  const group = (element.parent?.children ?? []).filter(isElement);
  return (
    group.length <= GROUP_MAX && group.some((sibling) => sibling !== element && page.isFocusable(sibling))
  );
}

/** Returns the names of the elements that the Tab key reaches, normalized. */
function listControlNames(page: CheckedPage): ReadonlySet<string> {
  const candidates = [
    ...page.byTag('a', 'button', 'input', 'summary', 'area'),
    ...page.byAttribute('tabindex'),
  ];
  return new Set(
    candidates
      .filter((element) => page.isInTabOrder(element))
      .map((element) => normalize(page.name(element)))
      .filter((name) => name !== ''),
  );
}

function normalize(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function listEvents(page: CheckedPage, element: PageElement): string[] {
  return [...new Set(page.listeners(element).map(({ type }) => type))].sort();
}

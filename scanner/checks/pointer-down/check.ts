import type { ListenerFact } from '../../page/in-page/listeners.ts';
import { askOnce, askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { readInputType } from '../in-page/fields.ts';
import { createWholePageTest, isEmptyListener, isRealLink } from '../in-page/operation.ts';

const QUESTION = 'Can users cancel or undo what happens as soon as they press the pointer here?';
const presses: ReadonlySet<string> = new Set(['mousedown', 'pointerdown', 'touchstart']);
const releases: ReadonlySet<string> = new Set(['click', 'mouseup', 'pointerup', 'touchend']);
/** Roles of what is moved or held, which begins with a press. */
const held: ReadonlySet<string> = new Set(
  'slider scrollbar separator spinbutton application textbox searchbox combobox listbox option img'.split(
    ' ',
  ),
);

/** Elements that act on a click by themselves. A script for their press only adds to it, such as a ripple. */
const acting: ReadonlySet<string> = new Set('summary label select option textarea'.split(' '));
/** Types of `input` and `button` that act only if they have an owner to send or reset. */
const sending: ReadonlySet<string> = new Set(['submit', 'reset', 'image']);

/** Tests elements with listeners of the pointer. */
export const check: Check = function* (page) {
  let active: ReadonlySet<PageElement> | undefined;
  const isWholePage = createWholePageTest(page);
  const isDelegated =
    page.documentListeners().some(isClick) ||
    page.elements.some((element) => page.listeners(element).some(isClick) && isWholePage(element));
  const unsure: Parameters<typeof askOnce>[0][number][] = [];
  for (const element of page.elements) {
    const listeners = page.listeners(element).filter((listener) => !isEmptyListener(listener));
    const isPressed = listeners.some(({ type }) => presses.has(type));
    const isReleased = listeners.some(({ type }) => releases.has(type));
    if ((!isPressed && !isReleased) || !isControl(page, element)) continue;
    if (isReleased || isRealLink(element)) yield pass();
    else {
      // A click may do what the press seems to do, so it is unknown which of them acts.
      active ??= listActive(page, isWholePage);
      if (active.has(element)) continue;
      const events = [...new Set(listeners.map(({ type }) => type))].sort();
      if (isDelegated) unsure.push({ element, data: { events } });
      else yield askReview(element, QUESTION, { events });
    }
  }
  yield* askOnce(unsure, QUESTION);
};

/** Returns the elements on which a click acts: natively, or because a script listens to it around them. */
function listActive(
  page: CheckedPage,
  isWholePage: (element: PageElement) => boolean,
): ReadonlySet<PageElement> {
  const owned = listElementsWithin(page, ({ props }) => props.nodeName === 'form');
  const isActive = (element: PageElement) =>
    isRealLink(element) ||
    actsByItself(element, owned.has(element) || element.hasAttr('form')) ||
    (page.listeners(element).some(isClick) && !isWholePage(element));
  return new Set([...listElementsWithin(page, isActive), ...page.elements.filter(isActive)]);
}

function isClick(listener: ListenerFact): boolean {
  return listener.type === 'click' && !isEmptyListener(listener);
}

function actsByItself(element: PageElement, hasOwner: boolean): boolean {
  const { nodeName } = element.props;
  if (nodeName === 'input') {
    const type = readInputType(element);
    return sending.has(type) ? hasOwner : type !== 'button';
  }
  if (nodeName !== 'button') return acting.has(nodeName);
  if (element.hasAttr('popovertarget') || element.hasAttr('commandfor')) return true;
  return hasOwner && element.attr('type')?.toLowerCase() !== 'button';
}

function isControl(page: CheckedPage, element: PageElement): boolean {
  const role = page.role(element) ?? '';
  if (held.has(role) || element.attr('draggable') === 'true' || !page.isVisible(element)) return false;
  return (
    role === 'button' || role === 'link' || element.getComputedStylePropertyValue('cursor') === 'pointer'
  );
}

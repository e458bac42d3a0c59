import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isEmptyListener } from '../in-page/operation.ts';

const QUESTION = 'Can users cancel or undo what happens as soon as they press the pointer here?';
const presses: ReadonlySet<string> = new Set(['mousedown', 'pointerdown', 'touchstart']);
const releases: ReadonlySet<string> = new Set(['click', 'mouseup', 'pointerup', 'touchend']);
/** Roles of what is moved or held, which begins with a press. */
const held: ReadonlySet<string> = new Set(
  'slider scrollbar separator spinbutton application textbox searchbox combobox listbox option img'.split(
    ' ',
  ),
);

/** Tests elements with listeners of the pointer. */
export const check: Check = function* (page) {
  for (const element of page.elements) {
    const listeners = page.listeners(element).filter((listener) => !isEmptyListener(listener));
    const isPressed = listeners.some(({ type }) => presses.has(type));
    const isReleased = listeners.some(({ type }) => releases.has(type));
    if ((!isPressed && !isReleased) || !isControl(page, element)) continue;
    if (isReleased || isLink(element)) yield pass(element);
    else {
      const events = [...new Set(listeners.map(({ type }) => type))].sort();
      yield askReview(element, QUESTION, { events });
    }
  }
};

/** True for a link, which acts on a click by itself. */
function isLink(element: PageElement): boolean {
  return element.props.nodeName === 'a' && element.hasAttr('href');
}

function isControl(page: CheckedPage, element: PageElement): boolean {
  const role = page.role(element) ?? '';
  if (held.has(role) || element.attr('draggable') === 'true' || !page.isVisible(element)) return false;
  return (
    role === 'button' || role === 'link' || element.getComputedStylePropertyValue('cursor') === 'pointer'
  );
}

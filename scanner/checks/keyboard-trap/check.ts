import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import type { KeyboardFact } from '../in-page/keyboard/recorder.ts';

/** Reports the elements that the focus does not leave: see `scanner/interaction/traps.ts`. */
export const check: Check = function* (page) {
  const traps = page.keyboard.facts.filter(({ kind }) => kind === 'trap');
  const trapped = new Map(traps.map((trap) => [trap.element, trap]));
  for (const node of new Set([...page.keyboard.visits.keys(), ...trapped.keys()])) {
    const element = page.find(node);
    if (element === undefined) continue;
    const trap = trapped.get(node);
    if (trap === undefined) yield pass();
    else if (mayLeaveByControl(page, traps, element, trap) || trap.data.notPressed !== '') {
      const { elements, keys, notPressed } = trap.data;
      const group = elements === 1 ? 'this element' : `this group of ${elements} elements`;
      const named = notPressed === '' ? '' : ` The page names keys that were not pressed: ${notPressed}.`;
      yield askReview(
        element,
        `Can a keyboard user leave ${group}? The focus stays in it after: ${keys}.${named}`,
        trap.data,
      );
    } else yield fail(element, `The focus does not leave this element. Keys: ${trap.data.keys}.`, trap.data);
  }
};

/** True if one of the elements of a trap may free the focus, such as a button that closes a panel. */
function mayLeaveByControl(
  page: CheckedPage,
  traps: readonly KeyboardFact[],
  element: PageElement,
  { data }: KeyboardFact,
): boolean {
  if (data.mayLeaveByControl !== true) return false;
  // A single element is no choice among others, so only what it does itself counts.
  if (data.elements === 1) return page.listeners(element).some(({ type }) => CLICKS.test(type));
  return traps.some((other) => {
    const element = other.data.group === data.group ? page.find(other.element) : undefined;
    return element !== undefined && doesSomething(page, element);
  });
}

/** True if an element leads to another page, submits something, or it or an element around it listens to clicks. */
function doesSomething(page: CheckedPage, element: PageElement): boolean {
  if (/^(?!#)./.test(element.attr('href') ?? '')) return true;
  if (['command', 'popovertarget', 'form'].some((name) => element.hasAttr(name))) return true;
  for (let up: PageElement | null = element; up !== null; up = up.parent as PageElement | null) {
    if (up.props.nodeName === 'form' || page.listeners(up).some(({ type }) => CLICKS.test(type))) return true;
  }
  return page.documentListeners().some(({ type }) => CLICKS.test(type));
}

const CLICKS = /^(?:click|mousedown|mouseup|pointerdown|pointerup)$/;

import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import type { Visit } from '../in-page/keyboard/recorder.ts';

type Box = Visit['box'];

/** Maximum number of stops that the evidence lists. */
const LISTED = 6;
/** Maximum number of buttons whose order has no meaning. */
const BUTTONS_MAX = 4;

/** Compares the order of the focus with the visual order, in containers whose styles reorder their items. */
export const check: Check = function* (page) {
  for (const [container, stops] of groupByContainer(page)) {
    if (stops.length < 2) continue;
    const isRightToLeft = container.getComputedStylePropertyValue('direction') === 'rtl';
    const at = stops.findIndex(
      (stop, index) => index > 0 && isBefore(stop.box, stops[index - 1]?.box, isRightToLeft),
    );
    if (at < 0 || isButtonGroup(page, stops)) {
      yield pass();
      continue;
    }
    const order = stops
      .slice(Math.max(0, at - 2), at + LISTED)
      .map(({ element }) => page.name(element).slice(0, 60) || element.props.nodeName);
    yield askReview(
      container,
      'Does the order of the focus preserve meaning and operation? Tab reaches elements in another order than they are shown.',
      { order },
    );
  }
};

/** True for a few buttons side by side, such as "Cancel" and "OK", whose order has no meaning. */
function isButtonGroup(page: CheckedPage, stops: readonly ContainerStop[]): boolean {
  return stops.length <= BUTTONS_MAX && stops.every(({ element }) => page.role(element) === 'button');
}

interface ContainerStop {
  element: PageElement;
  box: Box;
}

/** Returns the stops of each container, one for each of its items, in the order of the focus. */
function groupByContainer(page: CheckedPage): ReadonlyMap<PageElement, ContainerStop[]> {
  const containers = new Map<PageElement, ContainerStop[]>();
  const reordering = new Map<PageElement, boolean>();
  const items = new Set<PageElement>();
  for (const { element: node, box } of page.keyboard.visits.values()) {
    const element = page.find(node);
    if (element === undefined || box.right - box.left < 2 || box.bottom - box.top < 2) continue;
    let item: PageElement = element;
    for (let up = element.parent as PageElement | null; up !== null; up = up.parent as PageElement | null) {
      const isReordering = reordering.get(up) ?? reorders(up);
      reordering.set(up, isReordering);
      if (isReordering) {
        // Only the first stop in an item is compared: what is inside the item has an order of its own.
        if (items.has(item)) break;
        items.add(item);
        const stops = containers.get(up) ?? [];
        stops.push({ element, box });
        containers.set(up, stops);
        break;
      }
      item = up;
    }
  }
  return containers;
}

/** True for a flex or grid container whose styles change the order of its items. */
function reorders(element: PageElement): boolean {
  if (element.props.nodeType !== 1) return false;
  const display = element.getComputedStylePropertyValue('display');
  if (!/flex|grid/.test(display)) return false;
  if (/flex/.test(display) && /reverse/.test(element.getComputedStylePropertyValue('flex-direction')))
    return true;
  return element.children.some((child) => {
    if (child.props.nodeType !== 1) return false;
    const style = (property: string) => (child as PageElement).getComputedStylePropertyValue(property);
    if (style('order') !== '0') return true;
    return (
      /grid/.test(display) && (style('grid-row-start') !== 'auto' || style('grid-column-start') !== 'auto')
    );
  });
}

/** True if a box is shown before another one: above it, or in the same line before it. */
function isBefore(one: Box, other: Box | undefined, isRightToLeft: boolean): boolean {
  if (other === undefined) return false;
  if (one.bottom <= other.top + 1) return true;
  const isSameLine = one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return isSameLine && (isRightToLeft ? one.left >= other.right - 1 : one.right <= other.left + 1);
}

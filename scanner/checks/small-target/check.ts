import { askReview, type Check, pass } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin, listElementsWithText } from '../in-page/checked-page.ts';
import { isElement, isText } from '../in-page/nodes.ts';
import { isEmptyListener, listPartsOfControls, readOperations } from '../in-page/operation.ts';

const QUESTION = 'Is this a target that has no other one of at least 24 × 24 CSS pixels?';
/** Minimum width and height in CSS pixels, and the diameter of the circle around a smaller target. */
const SIZE = 24;
/** Boxes begin and end at fractions of pixels. */
const ROUNDING = 0.05;
/** Number of targets before and behind a target among which its neighbors are searched. */
const NEAR = 8;
/** Maximum number of inline elements within each other in a sentence. */
const DEPTH_MAX = 10;

/** Tests what axe-core's `target-size` does not: elements that only react to clicks, and links in graphics. */
export const check: Check = function* (page) {
  const listening = page.elements.filter((element) => page.listeners(element).some(isClick));
  const inGraphics = listElementsWithin(page, ({ props }) => props.nodeName === 'svg');
  const links = page.byTag('a').filter((link) => inGraphics.has(link) && link.hasAttr('href'));
  if (listening.length + links.length === 0) return;
  const operations = readOperations(page);
  const parts = listPartsOfControls(page);
  const isPart = (element: PageElement) =>
    inGraphics.has(element) || parts.has(element) || operations.get(element)?.containsControl === true;
  const tested = new Set([
    ...listening.filter((element) => !isPart(element) && isClickable(page, element)),
    ...links.filter((link) => page.isVisible(link)),
  ]);
  const targets = page.elements.filter(
    (element) => tested.has(element) || (page.isInTabOrder(element) && page.isVisible(element)),
  );
  const inTarget = listElementsWithin(page, (element) => tested.has(element));
  const around = listAround(targets);
  const isInSentence = createSentenceTest(page, around);
  const crowded: PageElement[] = [];
  for (const [at, element] of targets.entries()) {
    if (!tested.has(element) || inTarget.has(element) || around.has(element)) continue;
    if (!hasArea(element) || isInSentence(element)) continue;
    const near = targets.slice(Math.max(0, at - NEAR), at + NEAR + 1);
    if (isSmall(element) && near.some((other) => other !== element && isTooClose(element, other))) {
      crowded.push(element);
    } else yield pass();
  }
  // One question for the elements of a list, such as the pages of a carousel.
  for (const [, [first, ...others]] of Map.groupBy(crowded, ({ parent }) => parent)) {
    if (first === undefined) continue;
    const { width, height } = first.boundingClientRect;
    yield askReview(first, QUESTION, {
      width: Math.round(width),
      height: Math.round(height),
      others: others.length,
    });
  }
};

function isClick(listener: Parameters<typeof isEmptyListener>[0]): boolean {
  return ['click', 'mousedown', 'pointerdown'].includes(listener.type) && !isEmptyListener(listener);
}

/** True for an element that looks like a target and cannot get the focus. */
function isClickable(page: CheckedPage, element: PageElement): boolean {
  if (page.isFocusable(element) || element.hasAttr('disabled')) return false;
  const role = page.role(element);
  const looksClickable =
    role === 'button' || role === 'link' || element.getComputedStylePropertyValue('cursor') === 'pointer';
  return looksClickable && element.attr('aria-disabled') !== 'true' && page.isVisible(element);
}

/** Returns all elements around others. */
function listAround(elements: readonly PageElement[]): ReadonlySet<PageNode> {
  const around = new Set<PageNode>();
  for (const { parent } of elements) {
    for (let up = parent; up !== null && !around.has(up); up = up.parent) around.add(up);
  }
  return around;
}

/** Returns a function that is true for targets in a line of other text, whose size the line limits. */
function createSentenceTest(
  page: CheckedPage,
  around: ReadonlySet<PageNode>,
): (element: PageElement) => boolean {
  const withText = listElementsWithText(page);
  const known = new Map<PageNode, boolean>();
  const isOtherText = (node: PageNode) =>
    isText(node)
      ? /[\p{L}\p{N}]/u.test(node.props.nodeValue ?? '')
      : isElement(node) && withText.has(node) && !around.has(node) && isInline(node) && !isTarget(page, node);
  const hasOtherText = (node: PageNode) => {
    const has = known.get(node) ?? node.children.some(isOtherText);
    known.set(node, has);
    return has;
  };
  return (element) => {
    let inner = element;
    for (let depth = 0; depth < DEPTH_MAX && isInline(inner) && inner.parent !== null; depth += 1) {
      if (hasOtherText(inner.parent)) return true;
      inner = inner.parent as PageElement;
    }
    return false;
  };
}

function isTarget(page: CheckedPage, element: PageElement): boolean {
  return page.listeners(element).some(isClick) || page.isFocusable(element);
}

function isInline(element: PageElement): boolean {
  return element.getComputedStylePropertyValue('display').startsWith('inline');
}

function hasArea({ boundingClientRect: { width, height } }: PageElement): boolean {
  return width >= 1 && height >= 1;
}

function isSmall({ boundingClientRect: { width, height } }: PageElement): boolean {
  return Math.min(width, height) + ROUNDING < SIZE;
}

/** True if the circle around a small target touches another target, or the circle around another small target. */
function isTooClose(element: PageElement, other: PageElement): boolean {
  const [box, near] = [element.boundingClientRect, other.boundingClientRect];
  // What lies upon each other is shown in turns, or is one target.
  if (!hasArea(other) || isWithin(box, near) || isWithin(near, box)) return false;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const toBox = Math.hypot(
    Math.max(0, near.x - x, x - near.x - near.width),
    Math.max(0, near.y - y, y - near.y - near.height),
  );
  if (toBox + ROUNDING < SIZE / 2) return true;
  const toCenter = Math.hypot(near.x + near.width / 2 - x, near.y + near.height / 2 - y);
  return isSmall(other) && toCenter + ROUNDING < SIZE;
}

type Box = PageElement['boundingClientRect'];

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

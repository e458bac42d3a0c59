import { askReview, type Check, type CheckResult, fail, pass } from '../check.ts';
import { axe, type PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isElement } from '../in-page/nodes.ts';
import { FLASHES_MAX } from '../in-page/time/flashes.ts';
import type { Flashing } from '../in-page/time/recorder.ts';

/**
 * Minimum area in square CSS pixels: a quarter of 341 × 256, which WCAG supposes for ten degrees of the visual field.
 * https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds
 */
const AREA_MIN = 21_824;
/** How many elements within another one are read at most. */
const NODES_MAX = 1_000;
const pictures: ReadonlySet<string> = new Set('img picture video canvas iframe object embed svg'.split(' '));

/** Tests the elements whose brightness an animation changes. */
export const check: Check = function* (page) {
  for (const [node, ofElement] of Map.groupBy(page.time.flashing, ({ element }) => element)) {
    const element = page.find(node);
    if (element === undefined || !page.isVisible(element)) continue;
    const results = ofElement.map((flashing) => judge(page, element, flashing));
    const worst = ['violation', 'review', 'passed'].map((kind) => results.find((each) => each.kind === kind));
    yield worst.find((each) => each !== undefined) as CheckResult;
  }
};

function judge(page: CheckedPage, element: PageElement, flashing: Flashing): CheckResult {
  const { perSecond, isCertain, pseudo } = flashing;
  const { boundingClientRect: box } = element;
  // What is not known of a pseudo-element counts as that of its element.
  const width = Math.round(pseudo?.width || box.width);
  const height = Math.round(pseudo?.height || box.height);
  const data = { perSecond, width, height };
  if (perSecond <= FLASHES_MAX || width * height < AREA_MIN) return pass();
  // A further change alone is half a flash.
  const isMore = perSecond >= FLASHES_MAX + 1;
  if (isMore && isCertain && pseudo === null && isPlain(element) && !mayBeCovered(page, element)) {
    return fail(element, `The element flashes ${perSecond} times in a second.`, data);
  }
  const question = `The element fades ${perSecond} times in a second. Does its brightness change clearly?`;
  return askReview(element, question, data);
}

/** False if the element is not opaque, or has a picture over its color. */
function isPlain(element: PageElement): boolean {
  return (
    element.getComputedStylePropertyValue('opacity') === '1' &&
    element.getComputedStylePropertyValue('background-image') === 'none'
  );
}

/** True if what is within an element may leave only a small part of it to be seen. */
function mayBeCovered(page: CheckedPage, element: PageElement): boolean {
  const box = element.boundingClientRect;
  let area = box.width * box.height;
  let nodes = 0;
  const open = element.children.filter(isElement);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    nodes += 1;
    if (nodes > NODES_MAX) return true;
    if (isOpaque(next) && page.isVisible(next)) {
      const { x, y, width, height } = next.boundingClientRect;
      const across = Math.min(x + width, box.x + box.width) - Math.max(x, box.x);
      const down = Math.min(y + height, box.y + box.height) - Math.max(y, box.y);
      area -= Math.max(across, 0) * Math.max(down, 0);
    } else open.push(...next.children.filter(isElement));
  }
  return area < AREA_MIN;
}

function isOpaque(element: PageElement): boolean {
  if (pictures.has(element.props.nodeName)) return true;
  if (element.getComputedStylePropertyValue('background-image') !== 'none') return true;
  const color = new axe.commons.color.Color();
  try {
    color.parseString(element.getComputedStylePropertyValue('background-color'));
  } catch {
    return true;
  }
  return color.alpha === 1;
}

import { askReview, type Check, fail, pass } from '../check.ts';
import { FLASHES_MAX } from '../in-page/time/flashes.ts';

/**
 * Minimum area in square CSS pixels: a quarter of 341 × 256, which WCAG supposes for ten degrees of the visual field.
 * https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds
 */
const AREA_MIN = 21_824;

/** Tests the elements whose brightness an animation changes. */
export const check: Check = function* (page) {
  for (const [node, { perSecond, isCertain }] of page.time.flashing) {
    const element = page.find(node);
    if (element === undefined || !page.isVisible(element)) continue;
    const { width, height } = element.boundingClientRect;
    const data = {
      perSecond: Math.round(perSecond * 10) / 10,
      width: Math.round(width),
      height: Math.round(height),
    };
    const isLarge = width * height >= AREA_MIN;
    if (perSecond <= FLASHES_MAX || !isLarge) yield pass(element);
    else if (isCertain) yield fail(element, `The element flashes ${data.perSecond} times in a second.`, data);
    else {
      yield askReview(
        element,
        `The element fades ${data.perSecond} times in a second. Does its brightness change clearly?`,
        data,
      );
    }
  }
};

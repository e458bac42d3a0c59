import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';

/** The part of the required contrast that a clear fault does not reach: pictures are not exact. */
const CLEAR = 0.93;
/** The part of the required contrast below which letters can hardly be read. */
const UNREADABLE = 0.6;
const LOGO = /logo|brand/i;

/** Reports text that has too little contrast in nearly all of its pixels, or far too little in a quarter of them. */
export const check: Check = function* (page) {
  for (const { element: node, required, low, high, quarter } of page.contrast.results) {
    const element = page.find(node);
    if (element === undefined || isExempt(element)) continue;
    if (low >= required) yield pass();
    else if (high < required * CLEAR) {
      const message = `The text has a contrast of at most ${high}:1 to the picture behind it. Needed: ${required}:1.`;
      yield fail(element, message, { low, high, required });
    } else if (quarter < required * UNREADABLE) {
      const message = `A quarter of the text has a contrast of at most ${quarter}:1 to the picture behind it. Needed: ${required}:1.`;
      yield fail(element, message, { low, high, quarter, required });
    }
  }
};

/** True if the text is in an inactive control or in a logo, or only for the eye. */
function isExempt(element: PageElement): boolean {
  for (let up: PageElement | null = element; up !== null; up = up.parent as PageElement | null) {
    if (up.hasAttr('disabled') || up.attr('aria-disabled') === 'true') return true;
    if (up.attr('aria-hidden') === 'true' || LOGO.test(`${up.attr('class')} ${up.attr('id')}`)) return true;
    if (up.props.nodeName === 'label' || up.attr('role') === 'img') return true;
  }
  return false;
}

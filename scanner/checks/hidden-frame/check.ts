import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { getDom } from '../in-page/keyboard/focus.ts';

/** Members of a frame that the code below uses. */
interface Frame {
  contentDocument: object | null;
}

const FOCUSABLE =
  'a[href], area[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex], audio[controls], video[controls], [contenteditable]:not([contenteditable="false"]), iframe, frame';
/** Maximum number of elements of a frame that are looked at, and how deep frames within it are. */
const ELEMENTS_MAX = 1_000;
const DEPTH_MAX = 5;
/** Maximum size in CSS pixels of a frame that shows nothing. */
const NOTHING_MAX = 1;
const QUESTION =
  'Does this frame, which is hidden from screen readers, contain something that gets the focus?';

/** Tests the frames that are shown, but hidden from assistive technology. */
export const check: Check = function* (page) {
  for (const frame of page.byTag('iframe', 'frame')) {
    if (!page.isVisible(frame) || page.isExposed(frame) || isUnreachable(frame)) continue;
    const found = findFocusable(frame.actualNode);
    const { width, height } = frame.boundingClientRect;
    const message = (first: string) =>
      `The frame is hidden from screen readers, but the keyboard reaches ${first} in it.`;
    if (typeof found === 'string') yield fail(frame, message(found), { first: found });
    else if (found === null) yield pass();
    else if (width > NOTHING_MAX && height > NOTHING_MAX) yield askReview(frame, QUESTION);
  }
};

/** True if the keyboard does not reach what is in a frame. */
function isUnreachable(frame: PageElement): boolean {
  if (Number(frame.attr('tabindex') ?? 0) < 0) return true;
  for (let up: PageElement | null = frame; up !== null; up = up.parent as PageElement | null)
    if (up.hasAttr('inert')) return true;
  return false;
}

/**
 * Returns the tag of the first element in a frame that the Tab key reaches; null if nothing is reached, undefined if
 * that is not known: the document is of another origin, or has too many elements.
 */
function findFocusable(frame: object, depth = 0): string | null | undefined {
  const { all, attribute, matches, hasBox, localName } = getDom();
  const { contentDocument } = frame as Frame;
  if (contentDocument === null || depth === DEPTH_MAX) return undefined;
  let isKnown = true;
  let count = 0;
  for (const element of all(contentDocument, FOCUSABLE)) {
    count += 1;
    if (count > ELEMENTS_MAX) return undefined;
    const isOmitted =
      Number(attribute(element, 'tabindex') ?? 0) < 0 || matches(element, ':disabled, [inert], [inert] *');
    if (isOmitted || !hasBox(element, { visibilityProperty: true })) continue;
    if (!/^i?frame$/.test(localName(element))) return `<${localName(element)}>`;
    const inner = findFocusable(element, depth + 1);
    if (typeof inner === 'string') return inner;
    if (inner === undefined) isKnown = false;
  }
  return isKnown ? null : undefined;
}

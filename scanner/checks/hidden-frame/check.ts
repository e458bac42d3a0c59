import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { getDom } from '../in-page/keyboard/focus.ts';

/** Members of a frame that the code below uses. */
interface Frame {
  contentDocument: object | null;
}

const FOCUSABLE =
  'a[href], area[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex], audio[controls], video[controls], [contenteditable]:not([contenteditable="false"]), iframe';
/** Maximum number of elements of a frame that are looked at. */
const ELEMENTS_MAX = 1_000;
/** Maximum size in CSS pixels of a frame that shows nothing. */
const NOTHING_MAX = 1;
const QUESTION =
  'Does this frame, which is hidden from screen readers, contain something that gets the focus?';

/** Tests the frames that are shown, but hidden from assistive technology. */
export const check: Check = function* (page) {
  for (const frame of page.byTag('iframe', 'frame')) {
    if (!page.isVisible(frame) || page.isExposed(frame) || isUnreachable(frame)) continue;
    const { contentDocument } = frame.actualNode as Frame;
    if (contentDocument === null) {
      const { width, height } = frame.boundingClientRect;
      if (width > NOTHING_MAX && height > NOTHING_MAX) yield askReview(frame, QUESTION);
      continue;
    }
    const found = findFocusable(contentDocument);
    if (found === undefined) yield pass();
    else {
      const first = `<${getDom().localName(found)}>`;
      yield fail(frame, `The frame is hidden from screen readers, but the keyboard reaches ${first} in it.`, {
        first,
      });
    }
  }
};

/** True if the keyboard does not reach what is in a frame. */
function isUnreachable(frame: PageElement): boolean {
  if (Number(frame.attr('tabindex') ?? 0) < 0) return true;
  for (let up: PageElement | null = frame; up !== null; up = up.parent as PageElement | null)
    if (up.hasAttr('inert')) return true;
  return false;
}

/** Returns the first element of a document that the Tab key reaches. */
function findFocusable(document: object): object | undefined {
  const { all, attribute, matches, hasBox } = getDom();
  let count = 0;
  for (const element of all(document, FOCUSABLE)) {
    count += 1;
    if (count > ELEMENTS_MAX) return undefined;
    const isOmitted =
      Number(attribute(element, 'tabindex') ?? 0) < 0 || matches(element, ':disabled, [inert] *');
    if (!isOmitted && hasBox(element, { visibilityProperty: true })) return element;
  }
  return undefined;
}

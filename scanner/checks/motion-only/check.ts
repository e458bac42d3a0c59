import { askReview, type Check, pass } from '../check.ts';
import { listMotionListeners } from '../in-page/device-motion.ts';

const operating: ReadonlySet<string> = new Set(
  'click mousedown mouseup pointerdown pointerup keydown keyup change input submit'.split(' '),
);

/** Tests the document if a script listens to motion. */
export const check: Check = function* (page) {
  if (!page.isWhole || listMotionListeners(page).length === 0) return;
  const hasControl =
    page.documentListeners().some(({ type }) => operating.has(type)) ||
    page.elements.some(
      (element) =>
        page.listeners(element).some(({ type }) => operating.has(type)) &&
        page.isVisible(element) &&
        !element.hasAttr('disabled'),
    );
  if (hasControl) yield pass(page.root);
  else yield askReview(page.root, 'Can users do with a control what motion of the device does?');
};

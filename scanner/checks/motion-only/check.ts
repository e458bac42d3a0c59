import type { ListenerFact } from '../../page/in-page/listeners.ts';
import { askReview, type Check, pass } from '../check.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { listMotionListeners } from '../in-page/device-motion.ts';
import { isEmptyListener, isRealLink, listPartsOfControls, readOperations } from '../in-page/operation.ts';

const operating: ReadonlySet<string> = new Set(
  'click mousedown mouseup pointerdown pointerup keydown keyup change input submit'.split(' '),
);

/** Tests the document if a script listens to motion. */
export const check: Check = function* (page) {
  if (!page.isWhole || listMotionListeners(page).length === 0) return;
  if (hasControl(page)) yield pass();
  else yield askReview(page.root, 'Can users do with a control what motion of the device does?');
};

/** True if a script listens to a visible control itself, or around it. */
function hasControl(page: CheckedPage): boolean {
  const operations = readOperations(page);
  const parts = listPartsOfControls(page);
  let listensAround = page.documentListeners().some(isOperating);
  for (const element of page.elements) {
    if (!page.listeners(element).some(isOperating)) continue;
    if (parts.has(element) && page.isVisible(element)) return true;
    if (operations.get(element)?.containsControl) listensAround = true;
  }
  return (
    listensAround &&
    // Links lead elsewhere. Scripts that count clicks listen around them, too.
    page.elements.some(
      (element) => !isRealLink(element) && page.isFocusable(element) && page.isVisible(element),
    )
  );
}

function isOperating(listener: ListenerFact): boolean {
  return operating.has(listener.type) && !isEmptyListener(listener);
}

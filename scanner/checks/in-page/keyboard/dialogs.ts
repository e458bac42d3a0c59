import { getDom, listElements } from './focus.ts';

/** The state of a dialog. */
export interface DialogState {
  element: number;
  isModal: boolean;
  hasFocus: boolean;
  /** Number of elements in it that the Tab key may reach. */
  stops: number;
}

const DIALOG = 'dialog, [role="dialog" i], [role="alertdialog" i]';

/** True if an element has the role of a dialog. */
export function isDialog(element: object): boolean {
  return getDom().matches(element, DIALOG);
}

/** Returns the dialogs that are shown. */
export function listOpenDialogs(): object[] {
  const { hasBox, rect } = getDom();
  return [...listElements()].filter((element) => {
    if (!isDialog(element)) return false;
    const { width, height } = rect(element);
    return width > 1 && height > 1 && hasBox(element, { visibilityProperty: true, opacityProperty: true });
  });
}

/** True if a dialog says that the rest of the page cannot be used. */
export function isModal(dialog: object): boolean {
  const { attribute, matches } = getDom();
  return matches(dialog, ':modal') || attribute(dialog, 'aria-modal')?.toLowerCase() === 'true';
}

/** True if an element is another one or within it, also within its shadow roots. */
export function isWithin(element: object, outer: object): boolean {
  const { parentNode, isShadowRoot, host } = getDom();
  for (let up: object | null = element; up !== null; ) {
    if (up === outer) return true;
    const parent: object | null = parentNode(up);
    up = parent !== null && isShadowRoot(parent) ? host(parent) : parent;
  }
  return false;
}

import { getDom, getTabIndex, listElements } from './focus.ts';

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

/** Returns the innermost dialog around an element, also around its shadow root; null without one. */
export function findDialogAround(element: object): object | null {
  const { parentNode, isShadowRoot, host, isElement } = getDom();
  for (let up: object | null = element; up !== null; ) {
    if (isElement(up) && (isDialog(up) || isModal(up))) return up;
    const parent: object | null = parentNode(up);
    up = parent !== null && isShadowRoot(parent) ? host(parent) : parent;
  }
  return null;
}

/** Returns the number of elements within a dialog that the Tab key may reach. */
export function countStopsWithin(dialog: object): number {
  let stops = 0;
  for (const element of listElements()) {
    if (getTabIndex(element) >= 0 && isWithin(element, dialog)) stops += 1;
  }
  return stops;
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

import { isDialog } from './dialogs.ts';
import { getDom } from './focus.ts';

/** The kinds of elements that the scanner presses other keys on than Tab. */
export type TargetKind = 'choice' | 'role-button' | 'dialog-opener';

/** True if an element is of a kind. */
export function isTarget(element: object, kind: TargetKind): boolean {
  return tests[kind](element);
}

const tests: Readonly<Record<TargetKind, (element: object) => boolean>> = {
  /** A list or radio button, whose value the arrow keys change. */
  choice(element) {
    const { localName, attribute, hasAttribute } = getDom();
    if (localName(element) === 'select') return !hasAttribute(element, 'multiple');
    return localName(element) === 'input' && attribute(element, 'type')?.toLowerCase() === 'radio';
  },
  /** An element that only its role makes a button, and that submits nothing and opens nothing. */
  'role-button'(element) {
    const { localName, attribute, hasAttribute, closest } = getDom();
    const href = attribute(element, 'href');
    return (
      attribute(element, 'role')?.trim().toLowerCase() === 'button' &&
      !['button', 'input', 'summary'].includes(localName(element)) &&
      (href === null || href === '#') &&
      !hasAttribute(element, 'aria-haspopup') &&
      attribute(element, 'aria-disabled')?.toLowerCase() !== 'true' &&
      closest(element, 'form') === null
    );
  },
  /** A button that names the dialog that it opens, or says that it opens one. */
  'dialog-opener'(element) {
    const { attribute } = getDom();
    if (!isPlainButton(element)) return false;
    if (attribute(element, 'aria-haspopup')?.toLowerCase() === 'dialog') return true;
    const names = ['aria-controls', 'commandfor', 'popovertarget'];
    return names.some((name) => {
      const id = attribute(element, name);
      const controlled = id === null ? null : findById(element, id.trim());
      return controlled !== null && isDialog(controlled);
    });
  },
};

/** True for a button that submits no form, and is no combobox. */
export function isPlainButton(element: object): boolean {
  const { localName, attribute, hasAttribute, closest } = getDom();
  const role = attribute(element, 'role')?.trim().toLowerCase() ?? '';
  if (hasAttribute(element, 'disabled') || attribute(element, 'aria-expanded') === 'true') return false;
  const isInForm = closest(element, 'form') !== null || hasAttribute(element, 'form');
  if (localName(element) === 'button') {
    const submits =
      isInForm && !['button', 'reset'].includes(attribute(element, 'type')?.toLowerCase() ?? '');
    return (
      !submits && attribute(element, 'type')?.toLowerCase() !== 'reset' && (role === '' || role === 'button')
    );
  }
  return role === 'button' && !isInForm;
}

function findById(element: object, id: string): object | null {
  const { rootOf, byId } = getDom();
  return id === '' ? null : byId(rootOf(element), id);
}

import { isDialog, isWithin, listOpenDialogs } from './dialogs.ts';
import { getDom, listElements } from './focus.ts';

declare const Node: { prototype: object };

/** The kinds of elements that the scanner presses other keys on than Tab. */
export type TargetKind = 'choice' | 'role-button' | 'dialog-opener';

/** Returns those of some elements that are of a kind, one after the other. */
export function* listTargets(elements: Iterable<object>, kind: TargetKind): Generator<object> {
  const closed = kind === 'dialog-opener' ? describeClosedDialogs() : [];
  for (const element of elements) if (tests[kind](element, closed)) yield element;
}

/** A dialog that does not show, and what a button that opens it may be named by. */
interface ClosedDialog {
  element: object;
  words: ReadonlySet<string>;
}

const tests: Readonly<Record<TargetKind, (element: object, closed: readonly ClosedDialog[]) => boolean>> = {
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
  'dialog-opener'(element, closed) {
    const { attribute, attributes } = getDom();
    if (!isPlainButton(element) || closed.some((dialog) => isWithin(element, dialog.element))) return false;
    if (attribute(element, 'aria-haspopup')?.toLowerCase() === 'dialog') return true;
    const names = ['aria-controls', 'commandfor', 'popovertarget'];
    return (
      names.some((name) => {
        const id = attribute(element, name);
        const controlled = id === null ? null : findById(element, id.trim());
        return controlled !== null && isDialog(controlled);
      }) ||
      (closed.length > 0 && (namesClosed(element) || sharesWords(element)))
    );
    /** Libraries have attributes of their own, such as `data-bs-target="#sizes"`. */
    function namesClosed(button: object): boolean {
      return [...attributes(button)].some(({ name, value }) => {
        const named = name.startsWith('data-') ? findById(button, value.trim().replace(/^#/, '')) : null;
        return closed.some((dialog) => dialog.element === named);
      });
    }
    function sharesWords(button: object): boolean {
      const words = listWords(`${attribute(button, 'aria-label') ?? ''} ${readText(button)}`);
      return words.some((word) => DIALOG_WORD.test(word) || closed.some((dialog) => dialog.words.has(word)));
    }
  },
};

const DIALOG_WORD = /^(?:dialog|modal|popup)/;
/** Maximum lengths of texts whose words are compared, in UTF-16 units, and minimum length of a word that says much. */
const TEXT_MAX = 200;
const WORD_MIN = 4;
/** Maximum number of closed dialogs. */
const CLOSED_MAX = 20;

/** Returns the dialogs that do not show, with the words of their names and headings. */
function describeClosedDialogs(): ClosedDialog[] {
  const { allBelow, attribute, rootOf, byId } = getDom();
  const open = new Set(listOpenDialogs());
  const closed = [...listElements()].filter((element) => isDialog(element) && !open.has(element));
  return closed.slice(0, CLOSED_MAX).map((element) => {
    const ids = (attribute(element, 'aria-labelledby') ?? '').slice(0, TEXT_MAX).split(/\s+/);
    const names = [
      ...ids.filter((id) => id !== '').flatMap((id) => byId(rootOf(element), id) ?? []),
      ...[...allBelow(element, HEADINGS)].slice(0, 1),
    ].map(readText);
    return {
      element,
      words: new Set(listWords([attribute(element, 'aria-label') ?? '', ...names].join(' '))),
    };
  });
}

const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role="heading"]';

function listWords(text: string): string[] {
  const words =
    text
      .slice(0, TEXT_MAX)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length >= WORD_MIN);
}

/** Returns the text of an element, also if it does not show. */
function readText(element: object): string {
  const { get } = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent') as {
    get: (this: object) => string | null;
  };
  return (get.call(element) ?? '').slice(0, TEXT_MAX);
}

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

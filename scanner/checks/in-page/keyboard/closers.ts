import { isWithin } from './dialogs.ts';
import { getDom, getTabIndex, listElements } from './focus.ts';
import { isPlainButton } from './targets.ts';

/** Attributes by which HTML and libraries say that a button closes what it is in. */
const closesItself = [
  '[command="close" i]',
  '[command="request-close" i]',
  '[popovertargetaction="hide" i]',
  '[data-dismiss]',
  '[data-bs-dismiss]',
  '[class*="close" i]',
].join(', ');
/** Buttons that submit nothing but the answer to a dialog of HTML. */
const IN_DIALOG = 'form[method="dialog" i] button:not([formmethod], [formaction], [disabled])';
/** Names of such buttons, at their beginning. */
const NAMES =
  /^(?:close|dismiss|cancel|schlie(?:ß|ss)en|abbrechen|fermer|annuler|cerrar|cancelar|fechar|chiudi|annulla|sluiten|annuleren|luk|lukk|stäng|sulje|zamknij|[x×✕✖✗⨯])(?![\p{L}\p{N}])/iu;
/** Maximum number of characters of a name. */
const NAME_MAX = 40;

/** Returns a button in a dialog that says that it closes the dialog; null without one. */
export function findCloser(dialog: object): object | null {
  for (const element of listElements()) {
    if (getTabIndex(element) >= 0 && isWithin(element, dialog) && isCloser(element, dialog)) return element;
  }
  return null;
}

function isCloser(element: object, dialog: object): boolean {
  const { attribute, matches } = getDom();
  if (!isPlainButton(element) && !matches(element, IN_DIALOG)) return false;
  const id = attribute(dialog, 'id');
  if (id !== null && attribute(element, 'aria-controls') === id) return true;
  const name = attribute(element, 'aria-label') ?? attribute(element, 'title') ?? readText(element);
  return matches(element, closesItself) || NAMES.test(name.trim().slice(0, NAME_MAX));
}

function readText(element: object): string {
  return (element as { textContent?: string | null }).textContent ?? '';
}

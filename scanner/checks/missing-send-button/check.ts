import { askOnce, askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { readInputType } from '../in-page/fields.ts';
import { isElement, listNodesWithin } from '../in-page/nodes.ts';

const FIELDS_MIN = 2;
const QUESTION = 'There is no button. How do users send these fields?';
const senders: ReadonlySet<string> = new Set(['submit', 'image']);
/** Names of buttons that do something else, in some languages. */
const OTHER =
  /^(?:reset|clear|cancel|zurücksetzen|löschen|abbrechen|effacer|annuler|réinitialiser|borrar|cancelar|annulla)|(?:show|hide|toggle|reveal|zeigen|verbergen|anzeigen|afficher|masquer|mostrar|ocultar|mostra|nascondi).{0,30}(?:password|passwor|mot de passe|contraseña|senha)|passwor.{0,30}(?:zeigen|verbergen|einblenden|ausblenden)/i;
const changes: ReadonlySet<string> = new Set(['change', 'input', 'keyup', 'keydown']);
/** Of those that listen to many elements, many listen to keys for something else. */
const delegated: ReadonlySet<string> = new Set(['change', 'input']);

/** Tests the owners of several fields. */
export const check: Check = function* (page) {
  // A button can name its owner, wherever it is.
  const named = new Set(
    page
      .byAttribute('form')
      .filter(isButton(page))
      .map((button) => button.attr('form')),
  );
  const isDelegate = (element: PageElement) =>
    page.listeners(element).some(({ type }) => delegated.has(type));
  const isDelegated = page.documentListeners().some(({ type }) => delegated.has(type));
  let within: ReadonlySet<PageElement> | undefined;
  const unsure: Parameters<typeof askOnce>[0][number][] = [];
  for (const owner of page.byTag('form')) {
    const inner = [...listNodesWithin(owner)].filter(isElement);
    const fields = inner.filter((element) => isField(element) && page.isVisible(element));
    if (fields.length < FIELDS_MIN) continue;
    if (named.has(owner.attr('id') ?? '') || inner.some(isButton(page))) yield pass();
    else if (![owner, ...fields].some((element) => isHandled(page, element))) {
      within ??= listElementsWithin(page, isDelegate);
      const data = { fields: fields.length };
      if (isDelegated || within.has(owner)) unsure.push({ element: owner, data });
      else yield askReview(owner, QUESTION, data);
    }
  }
  yield* askOnce(unsure, QUESTION);
};

function isField(element: PageElement): boolean {
  const { nodeName } = element.props;
  if (nodeName === 'input')
    return !['hidden', 'submit', 'button', 'reset', 'image'].includes(readInputType(element));
  return nodeName === 'select' || nodeName === 'textarea';
}

/** Returns a function that is true for visible elements that may send values. */
function isButton(page: CheckedPage): (element: PageElement) => boolean {
  return (element) => {
    const { nodeName } = element.props;
    const type = nodeName === 'input' ? readInputType(element) : (element.attr('type') ?? '').toLowerCase();
    if (nodeName === 'input' ? senders.has(type) : nodeName === 'button' && !/^(?:button|reset)$/.test(type))
      return page.isVisible(element);
    if (type === 'reset' || page.role(element) !== (isScriptLink(element) ? 'link' : 'button')) return false;
    return page.isVisible(element) && !OTHER.test(page.name(element));
  };
}

/** True for a link that goes nowhere: a script may send the values. */
function isScriptLink(element: PageElement): boolean {
  return element.props.nodeName === 'a' && /^(?:#$|#!|javascript:)/i.test(element.attr('href')?.trim() ?? '');
}

/** True if a script may react to what users enter. */
function isHandled(page: CheckedPage, element: PageElement): boolean {
  return page.listeners(element).some(({ type }) => changes.has(type));
}

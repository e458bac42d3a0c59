import type { ListenerFact } from '../../page/in-page/listeners.ts';
import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';

const QUESTION =
  'Can users sign in without remembering or copying text, for example by pasting it or with a link?';
/** Tokens of autocomplete of fields that sign users in. */
const tokens = ['username', 'email', 'current-password', 'new-password', 'one-time-code'];
const KEYWORDS = /user|login|e-?mail|passw|\bpin\b|\bcode\b|otp/i;

/** Tests fields of a document that asks for a password or a code. */
export const check: Check = function* (page) {
  const fields = page.byTag('input').filter((field) => page.isVisible(field) && isOfSignIn(page, field));
  if (!fields.some((field) => isSecret(field))) return;
  const ofDocument = page.documentListeners().some(blocksPaste);
  // The events of a field are heard by what is around it, too.
  const blocks = (element: PageElement) => page.listeners(element).some(blocksPaste);
  const within = listElementsWithin(page, blocks);
  for (const field of fields) {
    if (ofDocument || blocks(field) || within.has(field)) yield askReview(field, QUESTION);
    else yield pass();
  }
};

function isSecret(field: PageElement): boolean {
  return field.attr('type')?.toLowerCase() === 'password' || field.attr('autocomplete') === 'one-time-code';
}

function isOfSignIn(page: CheckedPage, field: PageElement): boolean {
  const type = (field.attr('type') ?? 'text').toLowerCase();
  if (isSecret(field)) return true;
  if (!['text', 'email', 'tel', 'number'].includes(type)) return false;
  const purpose = (field.attr('autocomplete') ?? '').toLowerCase().split(/\s+/);
  return (
    purpose.some((token) => tokens.includes(token)) ||
    [page.name(field), field.attr('name'), field.attr('id')].some((text) => KEYWORDS.test(text ?? ''))
  );
}

/** True if the listener only prevents that text is pasted: it does not read what was copied. */
function blocksPaste({ type, source }: ListenerFact): boolean {
  return (
    (type === 'paste' || type === 'beforeinput') &&
    (type === 'paste' || source.includes('insertFromPaste')) &&
    /preventDefault\(|return\s?(?:false|!1)/.test(source) &&
    !/clipboardData|getData/.test(source)
  );
}

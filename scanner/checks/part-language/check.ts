import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { findOtherLanguage } from '../in-page/page-language.ts';
import { isProse, PHRASE_LETTERS, SHORT_LETTERS } from '../in-page/text-parts.ts';

const QUESTION = 'Is this text in another language than declared, and not only a name or a term?';
/** Number of letters of a text that is more than a name or a quoted title. */
const CERTAIN_LETTERS = 80;
const EXCERPT = 80;
/** How many elements around a text are read at most. */
const LEVELS_MAX = 30;

/** Tests the texts whose language is certain. Texts in the language of most of the page are a fault of the page. */
export const check: Check = function* (page) {
  const texts = page.textsWithLanguages().filter(({ detected, lang }) => detected !== null && lang !== '');
  const selected = new Set(page.elements);
  // Another check compares the language of the page with its texts; of a frame, this one does.
  const ofPage = page.isTop ? findOtherLanguage(page)?.language : undefined;
  for (const { element, declaredBy, lang, text, detected, isOther, letters } of texts) {
    // The root has the short texts of the page together.
    if (element === page.root || !selected.has(element) || !page.isExposed(element)) continue;
    const data = { declared: lang, detected, text: text.slice(0, EXCERPT) };
    if (letters < SHORT_LETTERS && declaredBy !== element) continue;
    if (letters < PHRASE_LETTERS || (letters < SHORT_LETTERS && !isProse(text))) {
      // Of so few words only the language around them is likely enough: the attribute may be wrong.
      if (isOther && isPhrase(text) && detected === findLanguageAround(element))
        yield askReview(element, QUESTION, data);
      continue;
    }
    if (!isOther) {
      yield pass();
      continue;
    }
    if (!isProse(text) || (declaredBy === page.root && detected === ofPage)) continue;
    if (declaredBy === page.root && letters < CERTAIN_LETTERS) yield askReview(element, QUESTION, data);
    else yield fail(element, `The language of the text seems to be ${detected}, and not ${lang}.`, data);
  }
};

/** True for several words that are not all written like names. */
function isPhrase(text: string): boolean {
  return /\p{L}\s+\p{L}/u.test(text) && /(?<!\p{L})\p{Ll}{3}/u.test(text);
}

/** Returns the language that an element around another one declares; null if none does. */
function findLanguageAround(element: PageElement): string | null {
  let up = element.parent as PageElement | null;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    const lang = up.attr?.('lang') ?? '';
    if (lang !== '') return lang.trim().toLowerCase().split(/[-_]/)[0] ?? null;
    up = up.parent as PageElement | null;
  }
  return null;
}

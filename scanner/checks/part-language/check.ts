import { askReview, type Check, fail, pass } from '../check.ts';
import { findOtherLanguage } from '../in-page/page-language.ts';
import { isProse, SHORT_LETTERS } from '../in-page/text-parts.ts';

const QUESTION = 'Is this text in another language than declared, and not only a name or a term?';
/** Number of letters of a text that is more than a name or a quoted title. */
const CERTAIN_LETTERS = 80;
const EXCERPT = 80;

/** Tests the texts whose language is certain. Texts in the language of most of the page are a fault of the page. */
export const check: Check = function* (page) {
  const texts = page.textsWithLanguages().filter(({ detected, lang }) => detected !== null && lang !== '');
  const selected = new Set(page.elements);
  const ofPage = findOtherLanguage(page)?.language;
  for (const { element, declaredBy, lang, text, detected, isOther, letters } of texts) {
    // The root has the short texts of the page together.
    if (element === page.root || !selected.has(element) || !page.isExposed(element)) continue;
    if (letters < SHORT_LETTERS && (declaredBy !== element || !isProse(text))) continue;
    if (!isOther) {
      yield pass();
      continue;
    }
    if (!isProse(text) || (declaredBy === page.root && detected === ofPage)) continue;
    const data = { declared: lang, detected, text: text.slice(0, EXCERPT) };
    if (declaredBy === page.root && letters < CERTAIN_LETTERS) yield askReview(element, QUESTION, data);
    else yield fail(element, `The language of the text seems to be ${detected}, and not ${lang}.`, data);
  }
};

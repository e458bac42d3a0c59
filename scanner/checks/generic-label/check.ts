import { askReview, type Check, pass } from '../check.ts';
import { listTextFields } from '../in-page/fields.ts';
import { chooseByLanguage, toPhrase } from '../in-page/words/languages.ts';
import { genericLabels } from './words.ts';

/** Tests the names of fields and lists. */
export const check: Check = function* (page) {
  const phrases = chooseByLanguage(page, genericLabels);
  if (phrases === undefined) return;
  const generic = new Set(phrases);
  const lists = page.byTag('select').filter((field) => page.isVisible(field));
  for (const field of [...listTextFields(page), ...lists]) {
    const name = page.name(field);
    if (generic.has(toPhrase(name)))
      yield askReview(field, 'Do users know by this label what to enter?', { name });
    else if (name !== '') yield pass();
  }
};

import { askReview, type Check, pass } from '../check.ts';
import { listTextFields, readInputType } from '../in-page/fields.ts';
import { purposeWords } from '../in-page/words/purposes.ts';

/** Values by which pages turn off what browsers fill in, although HTML has only `off` for it. */
const OFF =
  /^(?:no|nope|non|none|never|x?off|false|disabled?|(?:chrome|auto|autofill)-?off|do-?not-?(?:auto)?fill)$/;
const QUESTION = 'Does this field ask for data of the user, and not of somebody else?';

/** Tests the text fields whose name is one of the words. */
export const check: Check = function* (page) {
  const purposes = new Map(
    Object.entries(purposeWords).flatMap(([purpose, words]) => words.map((word) => [word, purpose] as const)),
  );
  for (const field of listTextFields(page)) {
    const value = (field.attr('autocomplete') ?? '').trim().toLowerCase();
    if (readInputType(field) === 'search' || !page.isExposed(field)) continue;
    const purpose = purposes.get(normalize(page.name(field)));
    if (purpose === undefined) {
      // axe-core takes the value for a wrong purpose.
      if (OFF.test(value)) yield pass(field);
    } else if (['', 'off', 'on'].includes(value)) yield askReview(field, QUESTION, { purpose });
    else yield pass();
  }
};

/** Removes the sign of a required field, and words such as "your". */
function normalize(name: string): string {
  return name
    .toLowerCase()
    .replace(/[*:]/g, '')
    .replace(/\((?:required|optional|pflichtfeld|obligatoire|obligatorio|obbligatorio|verplicht)\)/, '')
    .replace(/^(?:your|ihre?|votre|tu|su|il tuo|uw|enter your) /, '')
    .trim();
}

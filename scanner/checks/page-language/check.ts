import { type Check, fail, pass } from '../check.ts';
import { findOtherLanguage } from '../in-page/page-language.ts';

/** Compares the declared language of the page with that of its texts, by number of letters. */
export const check: Check = function* (page) {
  const declared = (page.root.attr('lang') ?? '').trim();
  if (!page.isWhole || !page.isTop || declared === '') return;
  const other = findOtherLanguage(page);
  if (other === undefined) return;
  if (other === null) yield pass();
  else {
    const { language, letters } = other;
    yield fail(page.root, `The language of the page seems to be ${language}, and not ${declared}.`, {
      declared,
      detected: language,
      letters,
    });
  }
};

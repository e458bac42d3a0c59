import type { CheckedPage } from './checked-page.ts';
import { isProse, SHORT_LETTERS } from './text-parts.ts';

/** Part of the letters of the page that are in the other language. */
const OTHER_SHARE = 0.6;
/** Maximum part of the letters that are in the declared language. */
const DECLARED_SHARE = 0.2;

/**
 * Returns the language of most letters of the texts in the language of the page, if it is another than the declared
 * one. Null if it is not; undefined without such texts.
 */
export function findOtherLanguage(
  page: CheckedPage,
): { language: string; letters: number } | null | undefined {
  const lettersByLanguage = new Map<string, number>();
  let all = 0;
  let declared = 0;
  const ofPage = readPrimary(page.root.attr('lang') ?? '');
  for (const { detected, isOther, letters, lang, text } of page.textsWithLanguages()) {
    // An element within the page can declare the same language again.
    if (readPrimary(lang) !== ofPage || detected === null || letters < SHORT_LETTERS || !isProse(text))
      continue;
    all += letters;
    if (isOther) lettersByLanguage.set(detected, (lettersByLanguage.get(detected) ?? 0) + letters);
    else declared += letters;
  }
  if (all === 0) return undefined;
  const [other] = [...lettersByLanguage].sort(([, a], [, b]) => b - a);
  if (other === undefined) return null;
  const [language, letters] = other;
  return letters < all * OTHER_SHARE || declared > all * DECLARED_SHARE ? null : { language, letters };
}

/** Returns the language of a tag such as "de-AT", without its region. */
function readPrimary(tag: string): string {
  return (tag.trim().split('-')[0] ?? '').toLowerCase();
}

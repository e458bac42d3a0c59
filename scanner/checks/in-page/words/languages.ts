import type { CheckedPage } from '../checked-page.ts';

/** A list for each language that the checks know, by its primary subtag. */
export type ByLanguage<List> = Readonly<Record<string, List>>;

/** Returns the list in the language of the page; in English if the page states none; undefined if it is not known. */
export function chooseByLanguage<List>(page: CheckedPage, lists: ByLanguage<List>): List | undefined {
  const [language = ''] = (page.root.attr('lang') ?? '').trim().toLowerCase().split('-');
  const known = language === '' ? 'en' : language;
  return Object.hasOwn(lists, known) ? lists[known] : undefined;
}

/** Returns a text in lower case, with only its letters, digits and single spaces between words. */
export function toPhrase(text: string): string {
  return toWords(text).join(' ');
}

/** Returns the words of a text in lower case: what is between characters that are not letters, accents or digits. */
export function toWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

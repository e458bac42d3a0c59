/** Characters that are not shown, and could divide what reads as an address. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Matches what people read, and mail programs link, as an address: an at sign, a backslash, two slashes, a colon within
 * a word, a dot in brackets, four numbers with dots, and a dot (or the ideographic full stop, which browsers take for
 * one) before what can be the end of a domain. That end has at least two characters, `e.V.` and `S.p.A.` have one.
 */
const ADDRESS =
  /[@\\]|[[({]\s*(?:\.|dot)\s*[\])}]|\/\/|:.|[.\u3002][\p{L}\p{M}\p{N}-]{2}|\p{N}\.\p{N}\.\p{N}\.\p{N}/u;

/** Not apostrophes, which names have. */
const QUOTATION_MARKS = /["\u00ab\u00bb\u201c-\u201f\u2039\u203a\u300c-\u300f\uff02]/g;

/**
 * Returns a name without the words that read as an address or a domain, for messages to people who did not ask for
 * them.
 * Words are compared as browsers read them, so that a full-width dot is a dot (NFKC).
 * @returns an empty string if nothing remains
 */
export function removeAddresses(name: string): string {
  // They could end those around the name, so that the rest reads as a text of the service.
  const words = name.replace(QUOTATION_MARKS, '').split(/\s+/u);
  return words
    .filter((word) => !ADDRESS.test(word.normalize('NFKC').replace(INVISIBLE, '')))
    .join(' ')
    .trim();
}
